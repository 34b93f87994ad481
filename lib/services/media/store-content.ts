import type { ServiceContext } from "../../context";

/**
 * Stores an uploaded file on IPFS. The same bytes have the same CID and are stored once.
 * @returns the CID
 */
export async function storeContent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs">;
  input: { bytes: Uint8Array };
}): Promise<string> {
  return ctx.ipfs.add(input.bytes);
}
