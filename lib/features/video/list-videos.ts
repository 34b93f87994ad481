import type { ServiceContext } from "@/lib/context";
import type { VideoList } from "./schema";

const LISTED_MAX = 100;

/** The newest videos of a user, newest first. Users are a label of the caller, not a login. */
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
