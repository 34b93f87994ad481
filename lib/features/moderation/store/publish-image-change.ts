import { eq, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { contentDigest } from "@/lib/shared/cid";
import type { ModerationReason } from "../rules/moderation";
import { type ChangeOptions, publishChange } from "./publish-change";
import { removedImages, removedVideos } from "./tables";

/** @param options.isListedImage whether the operator's block list file has an image, by its digest */
export type ImageChangeOptions = ChangeOptions & { isListedImage: (digest: string) => boolean };

/**
 * Records that an image was removed, or restored with null. Its reports and appeals stay open while it is
 * still removed after a restore.
 */
export async function publishImageChange(
  tx: Executor,
  cid: string,
  reason: ModerationReason | null,
  options: ImageChangeOptions,
): Promise<void> {
  const isRestored = reason === null;
  const keepsReports = isRestored && (await isImageRemoved(tx, contentDigest(cid), options));
  const change = { state: isRestored ? null : "removed", reason };
  await publishChange(tx, { kind: "picture", key: cid }, change, { ...options, keepsReports });
}

/** Whether an image is removed: by itself, as the thumbnail of a removed video, or by the block list file. */
export async function isImageRemoved(
  tx: Executor,
  digest: string,
  { isListedImage }: Pick<ImageChangeOptions, "isListedImage">,
): Promise<boolean> {
  if (isListedImage(digest)) return true;
  const { rows } = await tx.execute(sql`
    select 1 from ${removedImages} where ${eq(removedImages.digest, digest)}
    union all select 1 from ${removedVideos} where ${eq(removedVideos.thumbnailDigest, digest)}`);
  return rows.length > 0;
}
