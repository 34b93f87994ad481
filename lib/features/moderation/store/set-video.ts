import { type Column, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import type { ModerationReason } from "../rules/moderation";
import { lockModeration, publishChange } from "./publish-change";
import { type ImageChangeOptions, publishImageChange } from "./publish-image-change";
import { removedVideos } from "./tables";

/** Attributes by which copies of a removed video are recognized. */
export type VideoRemoval = {
  reason: ModerationReason;
  /** SHA-256 of the uploaded file; null if another provider received it. */
  fileDigest: string | null;
  thumbnailCid: string | null;
  fingerprints: Uint8Array;
};

/** The new fingerprints of a decision that is made again, or the stored ones if there are none. */
export function keptFingerprints(stored: Column): SQL {
  return sql`case when length(excluded.fingerprints) = 0 then ${stored} else excluded.fingerprints end`;
}

/**
 * Removes a video with its thumbnail, or restores it with null.
 * @returns the decision before, or null
 */
export async function setVideo(
  tx: Executor,
  uid: string,
  next: VideoRemoval | null,
  options: ImageChangeOptions,
): Promise<{
  reason: ModerationReason;
  thumbnailCid: string | null;
  recognizesCopies: boolean;
} | null> {
  await lockModeration(tx);
  const own = eq(removedVideos.uid, uid);
  const [before] = await tx
    .select({
      reason: removedVideos.reason,
      thumbnailCid: removedVideos.thumbnailCid,
      recognizesCopies: sql<boolean>`${removedVideos.fileDigest} is not null or length(${removedVideos.fingerprints}) > 0`,
    })
    .from(removedVideos)
    .where(own);
  const thumbnailCid = next?.thumbnailCid ?? before?.thumbnailCid ?? null;
  if (next === null) await tx.delete(removedVideos).where(own);
  else {
    const thumbnailDigest = thumbnailCid === null ? null : contentDigest(thumbnailCid);
    const values = { ...next, thumbnailCid, thumbnailDigest, at: options.at };
    await tx
      .insert(removedVideos)
      .values({ uid, ...values })
      .onConflictDoUpdate({
        target: removedVideos.uid,
        set: {
          ...values,
          fileDigest: sql`coalesce(excluded.file_digest, ${removedVideos.fileDigest})`,
          fingerprints: keptFingerprints(removedVideos.fingerprints),
        },
      });
  }
  const reason = next?.reason ?? null;
  // A token without an image of its own shows the thumbnail.
  if (thumbnailCid !== null && (next !== null || before !== undefined)) {
    await publishImageChange(tx, contentKey(thumbnailCid), reason, options);
  }
  const change = { state: next && "removed", reason };
  await publishChange(tx, { kind: "video", key: uid }, change, options);
  return before ?? null;
}
