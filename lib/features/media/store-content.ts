import type { ServiceContext } from "@/lib/context";
import { type RemoverContext, reserveStorage } from "@/lib/features/storage/reserve-storage";
import type { StorageQuota } from "@/lib/features/storage/rules/storage-quotas";
import { withIpfsErrors } from "./with-ipfs-errors";

/** The least space that a file occupies: blocks of the disk, an entry of its folder, and rows. */
export const STORED_BYTES_MIN = 16 * 1024;

export type StoreContext = RemoverContext & Pick<ServiceContext, "content">;

/**
 * Stores an uploaded file on IPFS. Equal bytes have the same CID and are stored once, and
 * count against the budget wherever they are stored.
 * @param input.quotas of the sender
 * @returns the CID
 * @throws AppError storage_full, rate_limited, dependency_unavailable
 */
export async function storeContent({
  ctx,
  input,
}: {
  ctx: StoreContext;
  input: { bytes: Uint8Array; quotas: readonly StorageQuota[] };
}): Promise<string> {
  const { bytes, quotas } = input;
  const asset = { kind: "content", key: await ctx.ipfs.cidOf(bytes) } as const;
  // Reserve first, so that usage never exceeds the recorded sum.
  await reserveStorage({
    ctx,
    input: {
      ...asset,
      sizeBytes: Math.max(bytes.byteLength, STORED_BYTES_MIN),
      isSettled: true,
      quotas,
    },
  });
  // A file whose upload failed may be stored all the same: its row remains, so that it is removed in time.
  const cid = await withIpfsErrors(() => ctx.ipfs.add(bytes));
  // Uploads are moderated before, or are metadata of this service.
  await ctx.content.approve(cid);
  return cid;
}
