import type { ServiceContext } from "@/lib/context";
import type { AssetKey } from "@/lib/features/media/store/create-asset-store";
import type { AssetKind } from "@/lib/features/media/store/tables";
import { AppError } from "@/lib/shared/errors";
import { removeVideo } from "./remove-video";
import type { StorageQuota } from "./rules/storage-quotas";

/** What removing an asset of any kind uses. */
type RemoverContext = Pick<ServiceContext, "assets" | "ipfs" | "log" | "videos" | "videoStore">;
type Remover = (ctx: RemoverContext, key: string, reason: string) => Promise<void>;

/** How an asset of each kind leaves the disk. */
const REMOVERS: Record<AssetKind, Remover> = {
  video: (ctx, uid, reason) => removeVideo({ ctx, input: { uid, reason } }),
  // The same bytes may have been uploaded again meanwhile.
  content: (ctx, cid) =>
    ctx.assets.unlessRecorded({ kind: "content", key: cid }, () => ctx.ipfs.remove(cid)),
};

/**
 * Makes room on the disk for an upload and enters it; the oldest that no launch refers to goes first.
 * @param input.isSettled false while the size is only an upper bound
 * @param input.quotas of those who send it
 * @throws AppError storage_full, rate_limited when a quota is used up
 */
export async function reserveStorage({
  ctx,
  input,
}: {
  ctx: RemoverContext;
  input: AssetKey & { sizeBytes: number; isSettled: boolean; quotas: readonly StorageQuota[] };
}): Promise<void> {
  const { quotas, ...asset } = input;
  const removed = await ctx.assets.reserve(asset, quotas);
  if (removed === "full") throw storageFull();
  if (removed === "quota_used") throw quotaUsed();
  for (const { kind, key } of removed) {
    await removeAsset(ctx, { kind, key }, "Removed to make room for newer uploads.");
    ctx.log.info({ kind, key }, "removed an unused upload to make room");
  }
}

/** @param reason for people, where they can see that it is gone */
export function removeAsset(ctx: RemoverContext, asset: AssetKey, reason: string): Promise<void> {
  return REMOVERS[asset.kind](ctx, asset.key, reason);
}

/**
 * Finds out before a caller begins whether there would be room.
 * @throws AppError storage_full
 */
export async function requireRoom({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets">;
  input: { sizeBytes: number };
}): Promise<void> {
  if (!(await ctx.assets.hasRoom(input.sizeBytes))) throw storageFull();
}

function storageFull(): AppError {
  return new AppError("storage_full", "Storage is full. Try again later.", {
    retryAfterSeconds: 300,
  });
}

function quotaUsed(): AppError {
  const text = "Your storage quota is used up. Try again tomorrow.";
  return new AppError("rate_limited", text, { retryAfterSeconds: 3_600 });
}
