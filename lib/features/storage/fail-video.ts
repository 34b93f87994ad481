import type { ServiceContext } from "@/lib/context";

/** Ends a video in `error`; harmless when it has ended already. Its files go with `cleanUpVideo`. */
export async function failVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "log" | "videoStore">;
  input: { uid: string; reason: string };
}): Promise<void> {
  const { uid, reason } = input;
  if (!(await ctx.videoStore.transition(uid, "error", { reason }))) return;
  ctx.log.info({ uid, reason }, "video failed");
}
