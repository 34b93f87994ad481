import { type Address, getAddress, keccak256, slice, toBytes } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { Identity } from "@/lib/shared/identity";

/** `address` is a placeholder while `isCreated` is false. */
export type PreviewedWallet = { address: Address; isCreated: boolean };

/**
 * Finds the wallet of an identity without creating one: the existing wallet, or a placeholder
 * address that is unique to the identity.
 */
export async function previewWallet(
  ctx: Pick<ServiceContext, "wallets">,
  identity: Identity,
): Promise<PreviewedWallet> {
  const found = await ctx.wallets.find(identity);
  if (found !== null) return { address: found.address, isCreated: true };
  const hash = keccak256(toBytes(`wallet to be created: ${identity.type} ${identity.id}`));
  return { address: getAddress(slice(hash, 0, 20)), isCreated: false };
}
