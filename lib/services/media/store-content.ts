import type { ServiceContext } from "../../context";
import { withIpfsErrors } from "../ipfs/with-ipfs-errors";
import { reserveStorage } from "../storage/reserve-storage";

/**
 * Stores an uploaded file on IPFS. The same bytes have the same CID and are stored once. Where this
 * machine keeps it, it counts against the disk budget.
 * @returns the CID
 * @throws AppError storage_full, dependency_unavailable
 */
export async function storeContent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { bytes: Uint8Array };
}): Promise<string> {
  const { bytes } = input;
  if (!ctx.ipfs.isStoredHere) return approved(ctx, await withIpfsErrors(() => ctx.ipfs.add(bytes)));
  const asset = { kind: "content", key: await ctx.ipfs.cidOf(bytes) } as const;
  // Entered first: what is on the disk is never more than what is counted.
  await reserveStorage({
    ctx,
    input: { ...asset, sizeBytes: bytes.byteLength, isSettled: true },
  });
  return approved(ctx, await ctx.ipfs.add(bytes));
}

/** What is uploaded has been looked at, or is metadata of ours. */
async function approved(ctx: ServiceContext, cid: string): Promise<string> {
  await ctx.content.approve(cid);
  return cid;
}
