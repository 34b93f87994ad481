import type { ServiceContext } from "@/lib/context";
import { ImageRefusedError, ImagesBusyError } from "@/lib/drivers/images/image-types";
import { ContentTooLargeError } from "@/lib/drivers/ipfs/ipfs";
import { fingerprintsOf } from "@/lib/features/moderation/read-fingerprints";
import { contentKey } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { moderateFrames } from "./moderate-frames";
import { IMAGE_LIMITS, mayHideFrames } from "./rules/image";
import { findColorProblem } from "./rules/shown-colors";

type Ctx = Pick<
  ServiceContext,
  "classifier" | "clock" | "content" | "decisions" | "env" | "images" | "ipfs" | "log"
>;

/**
 * Slow content gets a short timeout first and a long one later, so that it does not block others.
 */
const FETCH_MS_MAX = { first: 10_000, later: 60_000 } as const;
/** Longer than fetching, decoding and classifying together. */
const LEASE_MS = 5 * 60_000;
const RETRY_FIRST_MS = 10_000;
const RETRY_LAST_MS = 6 * 60 * 60_000;
/** The last attempts are hours apart; more than a day in total. */
const ATTEMPTS_MAX = 10;

/** The content itself is rejected; a retry has the same result. */
class ContentRefusedError extends Error {
  override readonly name = "ContentRefusedError";
}

/**
 * Classifies token images that were not uploaded here, one by one until none is due. Limits bytes,
 * blocks and time of the fetch and pixels of the decoded image. Safe to run concurrently: each
 * image is claimed by one run.
 * @param input.isNew only images without an attempt, so that they never wait for slow ones
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
    await classify(ctx, claimed);
    await ctx.content.finish(cid, "approved", null);
    ctx.log.info({ cid }, "token image approved");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isContentError(error)) {
      await ctx.content.finish(cid, "refused", reason);
      ctx.log.info({ cid, reason }, "token image rejected");
    } else if (attempts >= ATTEMPTS_MAX && !isServiceError(error)) {
      await ctx.content.finish(cid, "failed", reason);
      ctx.log.warn({ cid, reason, attempts }, "token image not fetched");
    } else {
      const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 4 ** Math.min(attempts - 1, 10));
      await ctx.content.retry(cid, new Date(ctx.clock.now().getTime() + pauseMs), reason);
      ctx.log.debug({ cid, reason, attempts }, "token image fetch delayed");
    }
  }
}

async function classify(
  ctx: Ctx,
  { cid, attempts }: { cid: string; attempts: number },
): Promise<void> {
  const key = contentKey(cid);
  if (key !== cid) {
    await ctx.content.request(key);
    throw new ContentRefusedError(`Duplicate encoding of ${key}`);
  }
  const { first, later } = FETCH_MS_MAX;
  const bytes = await readBounded(ctx, cid, attempts === 1 ? first : later);
  const format = await ctx.images.inspect(bytes);
  // The file is served unchanged, so reject frames that a browser shows but the decoder does not
  // read.
  if (mayHideFrames(format, bytes)) {
    throw new ContentRefusedError("It is an animation that cannot be classified completely");
  }
  const profile = await ctx.images.readProfile(bytes, format);
  const problem = findColorProblem(format, bytes, profile);
  if (problem !== null) {
    throw new ContentRefusedError(
      `It has ${problem}. Browsers may show another picture than the one that is classified. Upload ` +
        "the image here: uploads are encoded again.",
    );
  }
  const frames = await ctx.images.toViews(bytes, format);
  if (frames.length > IMAGE_LIMITS.viewsMax) {
    throw new ContentRefusedError(
      `The animation has more different frames than are classified: ${frames.length} with transparent ` +
        `ones on two backgrounds; at most ${IMAGE_LIMITS.viewsMax}`,
    );
  }
  await ctx.decisions.ready();
  if (ctx.decisions.isCopy(fingerprintsOf(frames))) {
    throw new ContentRefusedError("It is a copy of a removed image");
  }
  const { flagged, reason } = await moderateFrames({ ctx, frames });
  if (flagged) throw new ContentRefusedError(`Content flagged: ${reason}`);
}

/** @throws ContentRefusedError, or a retryable error */
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
    // Ignore its failure after the timeout; it would be an unhandled rejection.
    read.catch(() => undefined);
    const bytes = await Promise.race([read, late]);
    if (bytes === null) throw new Error("Not found on IPFS");
    return bytes;
  } finally {
    clearTimeout(timer);
  }
}

function isContentError(error: unknown): boolean {
  return (
    error instanceof ContentRefusedError ||
    error instanceof ContentTooLargeError ||
    error instanceof ImageRefusedError
  );
}

/** An outage of the classifier does not count as a failure of the image. */
function isServiceError(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "dependency_unavailable";
  return error instanceof ImagesBusyError;
}
