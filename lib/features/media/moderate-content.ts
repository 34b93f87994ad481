import type { ServiceContext } from "@/lib/context";
import { ImageRefusedError, ImagesBusyError } from "@/lib/drivers/images/images";
import { ContentTooLargeError } from "@/lib/drivers/ipfs/ipfs";
import { contentKey } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { moderateFrames } from "./moderate-frames";
import { IMAGE_LIMITS, mayHideFrames } from "./rules/image";

type Ctx = Pick<
  ServiceContext,
  "clock" | "content" | "env" | "images" | "ipfs" | "log" | "moderator"
>;

/** Content that comes slowly waits until later; whoever names much of it holds nobody up. */
const FETCH_MS_MAX = { first: 10_000, later: 60_000 } as const;
/** Longer than fetching, decoding and looking take together. */
const LEASE_MS = 5 * 60_000;
const RETRY_FIRST_MS = 10_000;
const RETRY_LAST_MS = 6 * 60 * 60_000;
/** The last tries are hours apart: more than a day in all. */
const ATTEMPTS_MAX = 10;

/** The content is at fault: another look would end alike. */
class ContentRefusedError extends Error {
  override readonly name = "ContentRefusedError";
}

/**
 * Looks at the pictures that tokens name and that were not uploaded here, one after the other until
 * none is due: fetched within bounds of bytes, blocks and time, decoded within bounds of pixels,
 * classified. Any number of these may run at once; each picture is claimed by one.
 * @param input.isNew only pictures that were not tried before: they never wait for slow ones
 */
export async function moderateContent({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: { isNew: boolean };
}): Promise<void> {
  for (;;) {
    const now = ctx.clock.now().getTime();
    const claimed = await ctx.content.claim(new Date(now + LEASE_MS), input.isNew);
    if (claimed === null) return;
    await settle(ctx, claimed);
  }
}

async function settle(ctx: Ctx, claimed: { cid: string; attempts: number }): Promise<void> {
  const { cid, attempts } = claimed;
  try {
    await look(ctx, claimed);
    await ctx.content.finish(cid, "approved", null);
    ctx.log.info({ cid }, "token image approved");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isContentsFault(error)) {
      await ctx.content.finish(cid, "refused", reason);
      ctx.log.info({ cid, reason }, "token image rejected");
    } else if (attempts >= ATTEMPTS_MAX && !isOwnFault(error)) {
      await ctx.content.finish(cid, "failed", reason);
      ctx.log.warn({ cid, reason, attempts }, "token image not fetched");
    } else {
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 4 ** Math.min(attempts - 1, 10));
      await ctx.content.retry(cid, new Date(ctx.clock.now().getTime() + pauseMs), reason);
      ctx.log.debug({ cid, reason, attempts }, "token image fetch delayed");
    }
  }
}

async function look(ctx: Ctx, { cid, attempts }: { cid: string; attempts: number }): Promise<void> {
  const key = contentKey(cid);
  if (key !== cid) {
    await ctx.content.request(key);
    throw new ContentRefusedError(`It is looked at as ${key}`);
  }
  const { first, later } = FETCH_MS_MAX;
  const bytes = await readBounded(ctx, cid, attempts === 1 ? first : later);
  const format = await ctx.images.inspect(bytes);
  // Served as it is: what a browser would play and the decoder does not see, nobody has looked at.
  if (mayHideFrames(format, bytes)) {
    throw new ContentRefusedError("It is an animation that cannot be classified completely");
  }
  const frames = await ctx.images.toFrames(await ctx.images.clean(bytes, format));
  const { flagged, reason } = await moderateFrames({ ctx, frames });
  if (flagged) throw new ContentRefusedError(`Content flagged: ${reason}`);
}

/** @throws ContentRefusedError, or an error after which another try is worth while */
async function readBounded(ctx: Ctx, cid: string, msMax: number): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const ending = new AbortController();
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      ending.abort();
      reject(new Error(`Not fetched within ${msMax / 1000} seconds`));
    }, msMax);
  });
  try {
    const read = ctx.ipfs.read(cid, IMAGE_LIMITS.bytesMax, ending.signal);
    // It fails for good soon after it was given up, when nobody listens any more.
    read.catch(() => undefined);
    const bytes = await Promise.race([read, late]);
    if (bytes === null) throw new Error("Not found on IPFS");
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

function isContentsFault(error: unknown): boolean {
  return (
    error instanceof ContentRefusedError ||
    error instanceof ContentTooLargeError ||
    error instanceof ImageRefusedError
  );
}

/** A moderator that is down says nothing about the picture. */
function isOwnFault(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "dependency_unavailable";
  return error instanceof ImagesBusyError;
}
