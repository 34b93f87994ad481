import type { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { Change } from "@/lib/features/admin/rules/audit";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { readRemovalFingerprints } from "./read-fingerprints";
import { requireSeen } from "./require-seen";
import { joinFingerprints } from "./rules/image-fingerprint";
import type { imageDecision, imageRestore } from "./schema";

type Ctx = Pick<
  ServiceContext,
  "content" | "contentChanges" | "decisions" | "images" | "ipfs" | "log" | "moderation"
>;

/**
 * Removes an image: it is neither served nor published on IPFS, and copies of it are rejected.
 * @throws AppError conflict when it has another state than the moderator saw
 */
export async function removeImage({
  ctx,
  tx,
  input: { cid, publicReason: reason, seen },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof imageDecision>;
}): Promise<Change> {
  const fingerprints = joinFingerprints(await readRemovalFingerprints(ctx, cid));
  const own = { cid: contentKey(cid), digest: contentDigest(cid) };
  const before = await ctx.moderation.setImage(tx, own, { reason, fingerprints });
  const videos = await ctx.moderation.removedVideosWith(tx, own.digest);
  requireSeen(before !== null || videos.length > 0 ? "removed" : null, seen);
  await ctx.contentChanges.request(tx, own.cid, "withdraw");
  // Without a fingerprint only its exact bytes are recognized; the audit log records that.
  const recognizesCopies = fingerprints.length > 0 || before?.recognizesCopies === true;
  return {
    target: `picture:${own.cid}`,
    before: before && { state: "removed", reason: before.reason },
    after: { state: "removed", reason, recognizesCopies },
  };
}

/**
 * Serves and publishes a removed image again.
 * @throws AppError conflict when it is not removed, or stays removed for another reason
 */
export async function restoreImage({
  ctx,
  tx,
  input: { cid },
}: {
  ctx: Ctx;
  tx: Executor;
  input: z.output<typeof imageRestore>;
}): Promise<Change> {
  const own = { cid: contentKey(cid), digest: contentDigest(cid) };
  await ctx.decisions.ready();
  const before = await ctx.moderation.setImage(tx, own, null);
  if (await ctx.moderation.isImageRemoved(tx, own.digest)) {
    const videos = await ctx.moderation.removedVideosWith(tx, own.digest);
    const text =
      videos.length === 0
        ? "The block list file removes this image. Delete the image from the file first."
        : `This image is the thumbnail of a removed video. Restore the video first: ${videos.join(", ")}`;
    throw new AppError("conflict", text);
  }
  if (before === null) throw new AppError("conflict", "This image is not removed");
  await ctx.contentChanges.request(tx, own.cid, "publish");
  return {
    target: `picture:${own.cid}`,
    before: { state: "removed", reason: before.reason },
    after: null,
  };
}

/** Publishes an image on IPFS again, unless another decision still removes it. */
export async function publishImage({
  ctx,
  tx,
  cid,
}: {
  ctx: Pick<ServiceContext, "contentChanges" | "moderation">;
  tx: Executor;
  cid: string;
}): Promise<void> {
  if (await ctx.moderation.isImageRemoved(tx, contentDigest(cid))) return;
  await ctx.contentChanges.request(tx, cid, "publish");
}
