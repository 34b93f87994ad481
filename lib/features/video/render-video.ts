import type { ServiceContext } from "@/lib/context";
import { VIDEO_REMOVED } from "./require-shown-video";
import type { VideoState } from "./rules/video";
import type { Video } from "./schema";
import type { VideoRow } from "./store/video-store";

/** Makes a provider's URL absolute; it may be a path of this service. */
export function absoluteUrl(ctx: Pick<ServiceContext, "env">, url: string): string {
  return url.startsWith("/") ? `${ctx.env.publicUrl}${url}` : url;
}

/** The state of a video as callers see it: one that the operator has removed is rejected. */
export function shownState(ctx: Pick<ServiceContext, "decisions">, video: VideoRow): VideoState {
  const isRemoved = ctx.decisions.videoRemoval(video.uid) !== null;
  return isRemoved && video.state === "nsfw_approved" ? "nsfw_rejected" : video.state;
}

/** Renders a video for the API. URLs are null until moderation has approved the video. */
export function renderVideo(
  ctx: Pick<ServiceContext, "decisions" | "env">,
  video: VideoRow,
): Video {
  const state = shownState(ctx, video);
  const isApproved = state === "nsfw_approved";
  const reason = state === video.state ? video.reason : VIDEO_REMOVED;
  const show = (url: string | null) => (isApproved && url !== null ? absoluteUrl(ctx, url) : null);
  return {
    uid: video.uid,
    state,
    thumbnailUrl: show(video.thumbnailUrl),
    thumbnailIpfsHash: isApproved ? video.thumbnailCid : null,
    streamUrl: show(video.streamUrl),
    duration: video.durationSeconds,
    width: video.width,
    height: video.height,
    size: video.sizeBytes,
    created: video.createdAt.toISOString(),
    ...(reason === null ? {} : { error: reason }),
  };
}
