import type { ServiceContext } from "@/lib/context";
import type { VideoList } from "./schema";

const LISTED_MAX = 100;

/** Lists the newest videos of a `userId`, newest first. A `userId` is a label chosen by the caller. */
export async function listVideos({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "videoStore">;
  input: { userId: string };
}): Promise<VideoList> {
  const found = await ctx.videoStore.listOf(input.userId, LISTED_MAX);
  const videos = found.map(({ uid, state, thumbnailCid, createdAt }) => ({
    uid,
    state,
    thumbnailIpfsHash: state === "nsfw_approved" ? thumbnailCid : null,
    created: createdAt.toISOString(),
  }));
  return { success: true, videos, count: videos.length };
}
