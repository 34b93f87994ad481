import type { ServiceContext } from "../../context";
import type { AssetKey } from "../../db/media/asset-store";
import type { AssetKind } from "../../db/schema/media";
import { AppError } from "../../domain/errors";
import { removeVideo } from "../video/remove-video";

/** How an asset of each kind leaves the disk. */
const REMOVERS: Record<AssetKind, (ctx: ServiceContext, key: string) => Promise<void>> = {
  video: (ctx, uid) =>
    removeVideo({ ctx, input: { uid, reason: "Removed to make room for newer uploads." } }),
  // The same bytes may have been uploaded again meanwhile.
  content: (ctx, cid) =>
    ctx.assets.unlessEntered({ kind: "content", key: cid }, () => ctx.ipfs.remove(cid)),
};

/**
 * Makes room on the disk for an upload and enters it; the oldest that no launch refers to goes first.
 * @param input.isSettled false while the size is only an upper bound
 * @throws AppError storage_full
 */
export async function reserveStorage({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: AssetKey & { sizeBytes: number; isSettled: boolean };
}): Promise<void> {
  const removed = await ctx.assets.reserve(input);
  if (removed === null) throw storageFull();
  for (const { kind, key } of removed) {
    await REMOVERS[kind](ctx, key);
    ctx.log.info({ kind, key }, "removed an unused upload to make room");
  }
}

/**
 * Finds out before a caller begins whether there would be room.
 * @throws AppError storage_full
 */
export async function requireRoom({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { sizeBytes: number };
}): Promise<void> {
  if (!(await ctx.assets.hasRoom(input.sizeBytes))) throw storageFull();
}

function storageFull(): AppError {
  return new AppError("storage_full", "Storage is full. Try again later.", {
    retryAfterSeconds: 300,
  });
}
