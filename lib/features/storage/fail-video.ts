import type { ServiceContext } from "@/lib/context";

/** Moves a video to `error` unless it has ended. `cleanUpVideo` removes its files. */
export async function failVideo({
  ctx,
  input: { uid, reason },
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore">;
  input: { uid: string; reason: string };
}): Promise<void> {
  if (!(await ctx.videoStore.transition(uid, "error", { reason }))) return;
  ctx.log.info({ uid, reason }, "video failed");
}
