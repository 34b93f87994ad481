import type { ServiceContext } from "@/lib/context";
import { failVideo } from "@/lib/features/storage/fail-video";
import { requireVideo } from "@/lib/features/storage/require-video";
import type { VideoState } from "./rules/video";

/** Fails a video with a reason for its user, unless another run has ended it. @returns its state */
export async function failAndRead(
  ctx: Pick<ServiceContext, "log" | "storedVideos" | "videoStore">,
  uid: string,
  reason: string,
): Promise<VideoState> {
  await failVideo({ ctx, input: { uid, reason } });
  return (await requireVideo(ctx, uid)).state;
}
