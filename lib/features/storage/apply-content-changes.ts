import type { ServiceContext } from "@/lib/context";
import {
  ContentTooLargeError,
  CorruptBlockError,
  IpfsUnavailableError,
} from "@/lib/drivers/ipfs/ipfs";
import { videoOfChange } from "@/lib/features/media/rules/change-key";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import type { ContentChange } from "@/lib/features/media/store/tables";
import { applyVideoChange } from "@/lib/features/moderation/apply-video-change";
import { completeFingerprints, RETRIED_MS } from "@/lib/features/moderation/read-fingerprints";
import { contentDigest } from "@/lib/shared/cid";

/** The context of changes, of files and of videos at a hosted provider. */
export type ContentChangeContext = Pick<
  ServiceContext,
  | "clock"
  | "content"
  | "contentChanges"
  | "images"
  | "ipfs"
  | "log"
  | "moderation"
  | "videos"
  | "videoStore"
>;

/** Changes of one sweep; the rest follows in the next one. */
const CHANGES_MAX = 500;
/** After this many failures, IPFS or the provider of videos counts as down: each attempt would wait for it. */
const FAILURES_MAX = 3;
/** A sweep starts no change after this time, so that the next one, which has new removals first, starts soon. */
const SWEEP_MS = 45_000;

/** Returns false if it has to be repeated, for example because the content is found nowhere. */
type Change = (ctx: ContentChangeContext, cid: string) => Promise<boolean>;
const CHANGES: Record<ContentChange, Change> = {
  async remove(ctx, cid) {
    await ctx.ipfs.remove(cid);
    return true;
  },
  async withdraw(ctx, cid) {
    // A copy of content that nobody approved would be served without moderation, because it is stored here.
    const mayCopy = await ctx.content.isApproved(cid);
    // Attempted also when it is overdue: the provider or Slipway may have been stopped until now.
    if (mayCopy && !(await storeCopy(ctx, cid)) && !(await isCopyOverdue(ctx, cid))) {
      ctx.log.warn(
        { cid },
        "content stays published: it is not found, so no copy of it can be kept",
      );
      return false;
    }
    const kept = await ctx.contentChanges.findFile(cid);
    await ctx.ipfs.withdraw(cid, kept);
    return completeFingerprints({ ctx, input: { cid, kept } });
  },
  async publish(ctx, cid) {
    if (!(await ctx.content.isApproved(cid))) return true;
    const kept = await ctx.contentChanges.findFile(cid);
    if (kept !== null) {
      await ctx.ipfs.add(kept);
      return true;
    }
    if ((await isReachable(ctx, cid)) && (await ctx.ipfs.publish(cid))) return true;
    ctx.log.warn({ cid }, "content is not published again: it is neither stored here nor found");
    return false;
  },
};

/** False for content that a provider does not return: gateways also time out for content that is found nowhere. */
async function isReachable(ctx: ContentChangeContext, cid: string): Promise<boolean> {
  try {
    return (await ctx.ipfs.read(cid, IMAGE_LIMITS.bytesMax)) !== null;
  } catch (error) {
    // The provider may have the right bytes of a file whose copy is damaged.
    if (error instanceof CorruptBlockError || error instanceof ContentTooLargeError) return true;
    if (!(error instanceof IpfsUnavailableError)) throw error;
    ctx.log.warn({ err: error, cid }, "the provider did not return the content to publish");
    return false;
  }
}

/** Whether a removal does not wait for a copy of its file any longer. */
async function isCopyOverdue(ctx: ContentChangeContext, cid: string): Promise<boolean> {
  const removedAt = await ctx.moderation.findRemovedAt(contentDigest(cid));
  return removedAt !== null && ctx.clock.now().getTime() - removedAt.getTime() > RETRIED_MS;
}

/**
 * Stores a file that the provider has, so that the decision can be reversed on any machine.
 * @returns false if the file is not found or too large, or the provider fails: it may return the file later
 */
async function storeCopy(ctx: ContentChangeContext, cid: string): Promise<boolean> {
  if ((await ctx.contentChanges.findFile(cid)) !== null) return true;
  try {
    if (ctx.ipfs.keepsWithdrawn) return await ctx.ipfs.keepCopy(cid);
    const bytes = await ctx.ipfs.read(cid, IMAGE_LIMITS.bytesMax);
    if (bytes === null) return false;
    // Files that others stored in another layout are not published here, so they stay where they are.
    if ((await ctx.ipfs.cidOf(bytes)) === cid) await ctx.contentChanges.storeFile(cid, bytes);
  } catch (error) {
    // A damaged file must not prevent its removal, and cannot be restored.
    if (error instanceof CorruptBlockError) return true;
    const isUnread = error instanceof IpfsUnavailableError || error instanceof ContentTooLargeError;
    if (!isUnread) throw error;
    ctx.log.warn({ err: error, cid }, "the provider did not return the content to withdraw");
    return false;
  }
  return true;
}

/**
 * Removes, withdraws and publishes content as requested. A change that fails is logged and repeated, and
 * does not delay the others.
 */
export async function applyContentChanges({ ctx }: { ctx: ContentChangeContext }): Promise<void> {
  const failures = { file: 0, video: 0 };
  const endsAt = ctx.clock.now().getTime() + SWEEP_MS;
  for (const key of await ctx.contentChanges.listDue(CHANGES_MAX)) {
    if (ctx.clock.now().getTime() >= endsAt) return;
    const store = videoOfChange(key) === null ? "file" : "video";
    if (failures[store] >= FAILURES_MAX) continue;
    if (!(await applyContentChange({ ctx, input: { key } }))) failures[store] += 1;
  }
}

/**
 * Applies the requested change of a key: the CID of a file, or `videoChangeKey`. A failure is logged, and the
 * sweep repeats it.
 * @returns whether nothing failed
 */
export async function applyContentChange({
  ctx,
  input: { key },
}: {
  ctx: ContentChangeContext;
  input: { key: string };
}): Promise<boolean> {
  try {
    const uid = videoOfChange(key);
    await ctx.contentChanges.apply(
      key,
      (change) => (uid === null ? CHANGES[change](ctx, key) : applyVideoChange(ctx, uid, change)),
      (tx) => ctx.moderation.isImageRemoved(tx, contentDigest(key)),
    );
    return true;
  } catch (error) {
    ctx.log.error({ err: error, key }, "a change of stored content failed; it is repeated");
    await ctx.contentChanges.postpone(key);
    return false;
  }
}
