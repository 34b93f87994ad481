import type { ServiceContext } from "@/lib/context";

const TOUCH_MS = 10_000;

/** Renews the lease of a video while a long task runs. */
export async function whileTouching<T>(
  ctx: Pick<ServiceContext, "log" | "videoStore">,
  uid: string,
  task: () => Promise<T>,
): Promise<T> {
  await ctx.videoStore.touch(uid);
  const timer = setInterval(() => {
    ctx.videoStore
      .touch(uid)
      .catch((err: unknown) => ctx.log.warn({ err, uid }, "could not renew a lease"));
  }, TOUCH_MS);
  try {
    return await task();
  } finally {
    clearInterval(timer);
  }
}
