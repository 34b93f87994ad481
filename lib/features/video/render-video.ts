import type { ServiceContext } from "@/lib/context";
import type { Video } from "./schema";
import type { VideoRow } from "./store/video-store";

/** Makes a provider's URL absolute; it may be a path of this service. */
export function absoluteUrl(ctx: Pick<ServiceContext, "env">, url: string): string {
  return url.startsWith("/") ? `${ctx.env.publicUrl}${url}` : url;
}

/** Renders a video for the API. URLs are null until moderation has approved the video. */
export function renderVideo(ctx: Pick<ServiceContext, "env">, video: VideoRow): Video {
  const isApproved = video.state === "nsfw_approved";
  const show = (url: string | null) => (isApproved && url !== null ? absoluteUrl(ctx, url) : null);
  return {
    uid: video.uid,
    state: video.state,
    thumbnailUrl: show(video.thumbnailUrl),
    thumbnailIpfsHash: isApproved ? video.thumbnailCid : null,
    streamUrl: show(video.streamUrl),
    duration: video.durationSeconds,
    width: video.width,
    height: video.height,
    size: video.sizeBytes,
    created: video.createdAt.toISOString(),
    ...(video.reason === null ? {} : { error: video.reason }),
  };
}
