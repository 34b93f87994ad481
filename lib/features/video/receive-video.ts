import type { ServiceContext } from "@/lib/context";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import { type RemoverContext, reserveStorage } from "@/lib/features/storage/reserve-storage";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import { videoRemoved } from "./require-shown-video";
import { diskBytesOf } from "./rules/video";

/**
 * Receives the file sent to an upload URL and starts its processing. A rejected upload stores nothing
 * and does not use up the URL.
 * @throws AppError those of `LocalVideos.receive`, content_removed for the file of a removed video,
 *   storage_full, rate_limited
 */
export async function receiveVideo({
  ctx,
  input,
}: {
  ctx: RemoverContext & Pick<ServiceContext, "decisions" | "env" | "ids">;
  input: {
    token: string;
    caller: Caller | null;
    contentType: string | null;
    body: ReadableStream<Uint8Array> | null;
  };
}): Promise<{ success: true; uid: string }> {
  const { local } = ctx.videos;
  // A hosted provider receives files itself, at its own URLs.
  if (local === null) throw new AppError("upload_not_found", "This upload URL does not exist");
  const { caller, ...upload } = input;
  const quotas = quotasOfCaller(ctx, caller);
  const { uid, sizeBytes } = await local.receive({
    ...upload,
    async reserve(uid, sizeBytesMax) {
      const asset = { kind: "video" as const, key: uid, sizeBytes: diskBytesOf(sizeBytesMax) };
      await reserveStorage({ ctx, input: { ...asset, isSettled: false, quotas } });
    },
    release: (uid) =>
      ctx.assets
        .release({ kind: "video", key: uid })
        .catch((err: unknown) => ctx.log.warn({ err, uid }, "could not release a reservation")),
    async check(digest) {
      await ctx.decisions.ready();
      if (ctx.decisions.isVideoFile(digest)) throw videoRemoved();
    },
  });
  // The URL is used up. If this fails, the sweep starts the processing of the stored file.
  await ctx.videoStore.markUploaded(uid);
  ctx.log.info({ uid, sizeBytes }, "video uploaded");
  return { success: true, uid };
}
