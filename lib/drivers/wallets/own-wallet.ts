import { getAddress, isAddress } from "viem";
import type { Identity, ResolvedIdentity } from "@/lib/shared/identity";

/** A `wallet` identity is its own address, with every driver. */
export function ownWallet(identity: Identity): ResolvedIdentity {
  if (!isAddress(identity.id)) throw new Error("A wallet identity must be an address");
  return { ...identity, address: getAddress(identity.id), userId: null };
}
