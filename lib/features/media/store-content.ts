import type { ServiceContext } from "@/lib/context";
import { reserveStorage } from "@/lib/features/storage/reserve-storage";
import type { StorageQuota } from "@/lib/features/storage/rules/storage-quotas";
import { withIpfsErrors } from "./with-ipfs-errors";

/**
 * Stores an uploaded file on IPFS. Equal bytes have the same CID and are stored once. Files in
 * this installation's storage count against its budget.
 * @param input.quotas of the sender
 * @returns the CID
 * @throws AppError storage_full, rate_limited, dependency_unavailable
 */
export async function storeContent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "assets" | "content" | "ipfs" | "log" | "videoStore" | "videos">;
  input: { bytes: Uint8Array; quotas: readonly StorageQuota[] };
}): Promise<string> {
  const { bytes, quotas } = input;
  if (!ctx.ipfs.isStoredHere) return approved(ctx, await withIpfsErrors(() => ctx.ipfs.add(bytes)));
  const asset = { kind: "content", key: await ctx.ipfs.cidOf(bytes) } as const;
  // Reserve first, so that disk usage never exceeds the recorded sum.
  await reserveStorage({
    ctx,
    input: { ...asset, sizeBytes: bytes.byteLength, isSettled: true, quotas },
  });
  return approved(ctx, await ctx.ipfs.add(bytes));
}

/** Uploads are moderated before, or are metadata of this service. */
async function approved(ctx: Pick<ServiceContext, "content">, cid: string): Promise<string> {
  await ctx.content.approve(cid);
  return cid;
}
