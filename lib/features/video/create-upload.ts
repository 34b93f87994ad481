import type { ServiceContext } from "@/lib/context";
import { requireRoom } from "@/lib/features/storage/reserve-storage";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { absoluteUrl } from "./render-video";
import { diskBytesOf, VIDEO_LIMITS } from "./rules/video";
import type { UploadRequest, UploadTicket } from "./schema";

/**
 * Issues a URL that accepts one video within 30 minutes.
 * @param input.limit counts a valid request, before it causes any cost
 * @throws AppError rate_limited, storage_full, dependency_unavailable
 */
export async function createUpload({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "clock" | "env" | "videoStore" | "videos">;
  input: { request: UploadRequest; limit: (policy: LimitPolicyName) => Promise<void> };
}): Promise<UploadTicket> {
  const { maxDurationSeconds, maxSizeBytes, userId } = input.request;
  if (ctx.videos.local !== null) {
    await requireRoom({ ctx, input: { sizeBytes: diskBytesOf(maxSizeBytes) } });
  }
  await input.limit("videoUpload");
  const expiresAt = new Date(ctx.clock.now().getTime() + VIDEO_LIMITS.uploadSeconds * 1000);
  const limits = { durationSecondsMax: maxDurationSeconds, sizeBytesMax: maxSizeBytes };
  const { uid, uploadUrl } = await ctx.videos.createUpload({ userId, expiresAt, ...limits });
  await ctx.videoStore.insert({ uid, userId, expiresAt, provider: ctx.videos.name, ...limits });
  return {
    success: true,
    uploadURL: absoluteUrl(ctx, uploadUrl),
    videoUID: uid,
    message: `Send the video as the form field "file" to uploadURL within ${VIDEO_LIMITS.uploadSeconds / 60} minutes, then poll video-status.`,
  };
}
