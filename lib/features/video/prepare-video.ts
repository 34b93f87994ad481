import { requireVideo } from "@/lib/features/storage/require-video";
import { type RemoverContext, reserveStorage } from "@/lib/features/storage/reserve-storage";
import { failAndRead } from "./fail-and-read";
import {
  DURATION_TOLERANCE_SECONDS,
  VIDEO_LIMITS,
  type VideoDetails,
  type VideoState,
} from "./rules/video";
import type { VideoRow } from "./store/video-store";
import { whileTouching } from "./while-touching";

/**
 * Encodes a video and checks the result against its limits.
 * @returns the new state; `processing` while the provider is still encoding
 * @throws AppError video_not_found, storage_full; errors of the provider are retryable
 */
export async function prepareVideo({
  ctx,
  input,
}: {
  ctx: RemoverContext;
  input: { uid: string };
}): Promise<VideoState> {
  const { uid } = input;
  const video = await requireVideo(ctx, uid);
  if (video.state !== "processing") return video.state;
  await whileTouching(ctx, uid, () =>
    ctx.videos.prepare(uid, { durationSecondsMax: video.durationSecondsMax }),
  );
  const found = await ctx.videos.get(uid);
  if (found === null || found.state === "waiting") {
    return failAndRead(ctx, uid, "The uploaded file no longer exists.");
  }
  if (found.state === "error") return failAndRead(ctx, uid, found.reason ?? "Processing failed.");
  if (found.state === "processing" || found.details === null) return "processing";
  const problem = findExcess(video, found.details);
  if (problem !== null) return failAndRead(ctx, uid, problem);
  if (ctx.videos.local === null) {
    // The owners are those of the upload URL.
    const { sizeBytes } = found.details;
    const asset = { kind: "video", key: uid, sizeBytes, isSettled: false } as const;
    await reserveStorage({ ctx, input: { ...asset, quotas: [] } });
  }
  await ctx.videoStore.transition(uid, "nsfw_checking", found.details);
  return (await requireVideo(ctx, uid)).state;
}

/** A provider that receives files itself may not enforce every limit during the upload. */
function findExcess(
  { sizeBytesMax, durationSecondsMax }: VideoRow,
  { sizeBytes, durationSeconds }: VideoDetails,
): string | null {
  if (sizeBytes > Math.min(sizeBytesMax, VIDEO_LIMITS.sizeBytesMax)) {
    return `The file is over ${sizeBytesMax} bytes.`;
  }
  const isTooLong = durationSeconds > durationSecondsMax + DURATION_TOLERANCE_SECONDS;
  return isTooLong ? `The video is too long. Maximum ${durationSecondsMax} seconds allowed.` : null;
}
