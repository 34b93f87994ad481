import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { assets, videos } from "./tables";

/** The mark of an upload that a launch refers to. It never replaces `USED_FOREVER`. */
export function markAt(at: Date): SQL {
  return sql`greatest(${assets.usedAt}, ${at}::timestamptz)`;
}

/**
 * Records an approved video that a launch refers to, in a database transaction.
 * @returns false if it is not approved any more
 */
export async function recordUsedVideo(tx: Executor, uid: string, at: Date): Promise<boolean> {
  // The lock makes a removal of the video wait, which then finds it used.
  const [video] = await tx
    .select({ state: videos.state, sizeBytes: videos.sizeBytes })
    .from(videos)
    .where(eq(videos.uid, uid))
    .for("share");
  if (video?.state !== "nsfw_approved") return false;
  const asset = { kind: "video", key: uid, sizeBytes: video.sizeBytes ?? 0 } as const;
  await tx
    .insert(assets)
    .values({ ...asset, isSettled: true, createdAt: at, usedAt: at })
    .onConflictDoUpdate({ target: [assets.kind, assets.key], set: { usedAt: markAt(at) } });
  return true;
}
