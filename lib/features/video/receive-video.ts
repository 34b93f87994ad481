import type { ServiceContext } from "@/lib/context";
import { ownersOf } from "@/lib/features/storage/owners-of";
import { reserveStorage } from "@/lib/features/storage/reserve-storage";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import { diskBytesOf } from "./rules/video";

/**
 * Takes the file of an upload URL and starts the work on it. An upload that is refused leaves nothing
 * and does not use the URL up.
 * @throws AppError as `LocalVideos.receive` has them, storage_full, rate_limited
 */
export async function receiveVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "env" | "ids" | "ipfs" | "log" | "videoStore" | "videos">;
  input: {
    token: string;
    caller: Caller | null;
    contentType: string | null;
    body: ReadableStream<Uint8Array> | null;
  };
}): Promise<{ success: true; uid: string }> {
  const { local } = ctx.videos;
  // The other provider takes the files itself, at URLs of its own.
  if (local === null) throw new AppError("upload_not_found", "This upload URL does not exist");
  const { caller, ...upload } = input;
  const quotas = ownersOf(ctx, caller);
  const reserved: string[] = [];
  try {
    const { uid, sizeBytes } = await local.receive({
      ...upload,
      async reserve(uid, sizeBytesMax) {
        const asset = { kind: "video" as const, key: uid, sizeBytes: diskBytesOf(sizeBytesMax) };
        await reserveStorage({ ctx, input: { ...asset, isSettled: false, quotas } });
        reserved.push(uid);
      },
    });
    await ctx.videoStore.update(uid, { sizeBytes });
    await ctx.videoStore.markUploaded(uid);
    ctx.log.info({ uid, sizeBytes }, "video uploaded");
    return { success: true, uid };
  } catch (error) {
    for (const key of reserved) await ctx.assets.release({ kind: "video", key });
    throw error;
  }
}
