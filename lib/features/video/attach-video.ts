import type { ServiceContext } from "@/lib/context";
import type { TokenDescription, TokenVideo } from "@/lib/features/launch/rules/token-metadata";
import type { LaunchRequest } from "@/lib/features/launch/schema/request";
import { AppError } from "@/lib/shared/errors";
import { absoluteUrl } from "./render-video";
import { requireAllowedVideo } from "./require-shown-video";
import type { VideoRow } from "./store/video-store";

/**
 * Adds the requested video to the token of a launch. A token without an image gets the video's
 * thumbnail. Stores nothing.
 * @throws AppError invalid_video, content_removed
 */
export async function attachVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "decisions" | "env" | "videoStore">;
  input: Pick<LaunchRequest, "token" | "videoUid">;
}): Promise<TokenDescription> {
  const { token, videoUid } = input;
  if (videoUid === null) return token;
  await requireAllowedVideo(ctx, videoUid);
  const row = await ctx.videoStore.find(videoUid);
  const video = row?.state === "nsfw_approved" ? toTokenVideo(ctx, row) : null;
  const thumbnail = row?.thumbnailCid ?? null;
  if (video !== null && thumbnail !== null) {
    return { ...token, imageIpfs: token.imageIpfs || thumbnail, video };
  }
  const message = row === null ? "Video not found" : `must be nsfw_approved, not ${row.state}`;
  const details = [{ path: "videoUID", message }];
  throw new AppError("invalid_video", `videoUID: ${message}`, { details });
}

/** Null if a value is missing; an approved video has all of them. */
function toTokenVideo(ctx: Pick<ServiceContext, "env">, row: VideoRow): TokenVideo | null {
  const { uid, durationSeconds, width, height, sizeBytes, streamUrl, thumbnailUrl } = row;
  if (durationSeconds === null || width === null || height === null || sizeBytes === null) {
    return null;
  }
  if (streamUrl === null || thumbnailUrl === null) return null;
  return {
    uid,
    duration: durationSeconds,
    thumbnail: absoluteUrl(ctx, thumbnailUrl),
    streamUrl: absoluteUrl(ctx, streamUrl),
    width,
    height,
    size: sizeBytes,
    created: row.createdAt.toISOString(),
  };
}
