import type { ServiceContext } from "../../context";
import { contentKey } from "../../domain/cid";
import { AppError } from "../../domain/errors";
import { IMAGE_LIMITS, mayHideFrames } from "../../domain/image";
import { moderateFrames } from "../media/moderate-frames";

type Ctx = Pick<
  ServiceContext,
  "clock" | "content" | "env" | "images" | "ipfs" | "log" | "moderator"
>;

const FETCH_MS_MAX = 60_000;
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
 * Looks at the pictures that tokens name and that were not uploaded here, one after the other: fetched
 * within bounds of bytes, blocks and time, decoded within bounds of pixels, classified. Any number of
 * servers may run this; each picture is claimed by one.
 */
export async function moderateContent({ ctx }: { ctx: Ctx }): Promise<void> {
  for (;;) {
    const now = ctx.clock.now().getTime();
    const claimed = await ctx.content.claim(new Date(now + LEASE_MS));
    if (claimed === null) return;
    await settle(ctx, claimed);
  }
}

async function settle(ctx: Ctx, claimed: { cid: string; attempts: number }): Promise<void> {
  const { cid, attempts } = claimed;
  try {
    await look(ctx, cid);
    await ctx.content.finish(cid, "approved", null);
    ctx.log.info({ cid }, "a token picture was approved");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isContentsFault(error)) {
      await ctx.content.finish(cid, "refused", reason);
      ctx.log.info({ cid, reason }, "a token picture was refused");
    } else if (attempts >= ATTEMPTS_MAX && !isOwnFault(error)) {
      await ctx.content.finish(cid, "failed", reason);
      ctx.log.warn({ cid, reason, attempts }, "a token picture could not be fetched");
    } else {
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 4 ** Math.min(attempts - 1, 10));
      await ctx.content.retry(cid, new Date(ctx.clock.now().getTime() + pauseMs), reason);
      ctx.log.debug({ cid, reason, attempts }, "a token picture has to wait");
    }
  }
}

async function look(ctx: Ctx, cid: string): Promise<void> {
  const key = contentKey(cid);
  if (key !== cid) {
    await ctx.content.request(key);
    throw new ContentRefusedError(`It is looked at as ${key}`);
  }
  const bytes = await readBounded(ctx, cid);
  const format = await ctx.images.inspect(bytes);
  // Served as it is: what a browser would play and the decoder does not see, nobody has looked at.
  if (mayHideFrames(format, bytes)) {
    throw new ContentRefusedError("It is an animation that cannot be looked at as a whole");
  }
  const frames = await ctx.images.toFrames(await ctx.images.clean(bytes, format));
  const { flagged, reason } = await moderateFrames({ ctx, frames });
  if (flagged) throw new ContentRefusedError(`Content flagged: ${reason}`);
}

/** @throws ContentRefusedError, or an error after which another try is worth while */
async function readBounded(ctx: Ctx, cid: string): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new Error(`Not fetched within ${FETCH_MS_MAX / 1000} seconds`));
    timer = setTimeout(tooSlow, FETCH_MS_MAX);
  });
  try {
    const bytes = await Promise.race([ctx.ipfs.read(cid, IMAGE_LIMITS.bytesMax), late]);
    if (bytes === null) throw new Error("Not found on IPFS");
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

/** Told apart by name: the classes are the drivers'. */
function isContentsFault(error: unknown): boolean {
  const names = ["ContentRefusedError", "ContentTooLargeError", "ImageRefusedError"];
  return error instanceof Error && names.includes(error.name);
}

/** A moderator that is down says nothing about the picture. */
function isOwnFault(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "dependency_unavailable";
  return error instanceof Error && error.name === "ImagesBusyError";
}
