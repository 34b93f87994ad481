import type { ServiceContext } from "@/lib/context";
import { cleanUpVideo } from "./clean-up-video";
import { failVideo } from "./fail-video";

/** Takes a video back, its files included. */
export async function removeVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "log" | "videoStore" | "videos">;
  input: { uid: string; reason: string };
}): Promise<void> {
  await failVideo({ ctx, input });
  await cleanUpVideo({ ctx, input });
}
