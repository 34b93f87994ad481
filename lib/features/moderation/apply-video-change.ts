import type { ServiceContext } from "@/lib/context";
import type { ContentChange } from "@/lib/features/media/store/tables";

/**
 * Carries out a decision about a video at the hosted provider that serves it.
 * @returns false if it must be repeated: the provider is not configured, or the video to publish is still being
 * processed
 * @throws the failure of the provider
 */
export async function applyVideoChange(
  ctx: Pick<ServiceContext, "videoStore" | "videos">,
  uid: string,
  change: ContentChange,
): Promise<boolean> {
  const video = await ctx.videoStore.find(uid);
  if (video === null) return true;
  if (video.provider !== ctx.videos.name) return false;
  if (change !== "publish") {
    await ctx.videos.unpublish(uid);
    return true;
  }
  // `publishVideo` may have read the earlier decision, and unpublish it afterwards.
  if (video.state === "nsfw_checking") return false;
  // One that was deleted at the provider stays so.
  if (video.state === "nsfw_approved" && (await ctx.videos.get(uid)) !== null) {
    await ctx.videos.publish(uid);
  }
  return true;
}
