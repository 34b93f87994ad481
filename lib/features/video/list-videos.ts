import type { ServiceContext } from "@/lib/context";
import { shownState } from "./render-video";
import type { VideoList } from "./schema";

const LISTED_MAX = 100;

/** Lists the newest videos of a `userId`, newest first. A `userId` is a label chosen by the caller. */
export async function listVideos({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "decisions" | "videoStore">;
  input: { userId: string };
}): Promise<VideoList> {
  const found = await ctx.videoStore.listOf(input.userId, LISTED_MAX);
  await ctx.decisions.ready();
  const videos = found.map((video) => {
    const state = shownState(ctx, video);
    return {
      uid: video.uid,
      state,
      thumbnailIpfsHash: state === "nsfw_approved" ? video.thumbnailCid : null,
      created: video.createdAt.toISOString(),
    };
  });
  return { success: true, videos, count: videos.length };
}
