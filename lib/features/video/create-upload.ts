import type { ServiceContext } from "@/lib/context";
import { failVideo } from "@/lib/features/storage/fail-video";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import {
  type RemoverContext,
  requireRoom,
  reserveStorage,
} from "@/lib/features/storage/reserve-storage";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { absoluteUrl } from "./render-video";
import { diskBytesOf, VIDEO_LIMITS } from "./rules/video";
import type { UploadRequest, UploadTicket } from "./schema";

type Context = RemoverContext & Pick<ServiceContext, "clock" | "env" | "ids">;

/**
 * Issues a URL that accepts one video within 30 minutes.
 * @param input.limit counts a valid request before it costs anything, also when storage is full
 * @throws AppError rate_limited, storage_full, dependency_unavailable
 */
export async function createUpload({
  ctx,
  input,
}: {
  ctx: Context;
  input: {
    request: UploadRequest;
    caller: Caller | null;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<UploadTicket> {
  const { maxDurationSeconds, maxSizeBytes, userId } = input.request;
  await input.limit("videoUpload");
  const sizeBytes = ctx.videos.local === null ? maxSizeBytes : diskBytesOf(maxSizeBytes);
  await requireRoom({ ctx, input: { sizeBytes } });
  const expiresAt = new Date(ctx.clock.now().getTime() + VIDEO_LIMITS.uploadSeconds * 1000);
  const limits = { durationSecondsMax: maxDurationSeconds, sizeBytesMax: maxSizeBytes };
  const { uid, uploadUrl } = await ctx.videos.createUpload({ userId, expiresAt, ...limits });
  await ctx.videoStore.insert({ uid, userId, expiresAt, provider: ctx.videos.name, ...limits });
  if (ctx.videos.local === null) await recordHosted(ctx, { uid, caller: input.caller });
  return {
    success: true,
    uploadURL: absoluteUrl(ctx, uploadUrl),
    videoUID: uid,
    message: `Send the video as the form field "file" to uploadURL within ${VIDEO_LIMITS.uploadSeconds / 60} minutes, then poll video-status.`,
  };
}

/**
 * Records a video that a hosted provider will receive, with its owners; its size is known when it is
 * encoded. Fails the video if a quota of the caller is used up, and the sweep deletes it there.
 */
async function recordHosted(
  ctx: Context,
  { uid, caller }: { uid: string; caller: Caller | null },
): Promise<void> {
  const quotas = quotasOfCaller(ctx, caller);
  const asset = { kind: "video", key: uid, sizeBytes: 0, isSettled: false } as const;
  await reserveStorage({ ctx, input: { ...asset, quotas } }).catch(async (error: unknown) => {
    const reason = "Its uploader has no storage left.";
    await failVideo({ ctx, input: { uid, reason } });
    throw error;
  });
}
