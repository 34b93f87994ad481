import type { ServiceContext } from "../../context";
import { withIpfsErrors } from "../ipfs/with-ipfs-errors";

/**
 * Stores an uploaded file on IPFS. The same bytes have the same CID and are stored once.
 * @returns the CID
 * @throws AppError dependency_unavailable
 */
export async function storeContent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs">;
  input: { bytes: Uint8Array };
}): Promise<string> {
  return withIpfsErrors(() => ctx.ipfs.add(input.bytes));
}
