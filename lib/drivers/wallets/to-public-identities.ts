import { type Address, getAddress } from "viem";
import type { PublicIdentity } from "@/lib/shared/identity";
import type { KnownOwner } from "./wallet-owners";

/**
 * The public identities of addresses, in the same order. When several identities share a wallet,
 * the first one is shown; public names come before email addresses.
 */
export function toPublicIdentities(
  addresses: readonly Address[],
  owners: readonly KnownOwner[],
): { address: Address; identity: PublicIdentity | null }[] {
  const shown = new Map<Address, KnownOwner>();
  for (const owner of owners) {
    const before = shown.get(owner.address);
    if (before === undefined || isBetter(owner, before)) shown.set(owner.address, owner);
  }
  return addresses.map((address) => {
    const owner = shown.get(getAddress(address));
    return { address, identity: owner === undefined ? null : toPublic(owner) };
  });
}

function isBetter(one: KnownOwner, other: KnownOwner): boolean {
  if (one.verified !== other.verified) return one.verified;
  return other.type === "email" && one.type !== "email";
}

function toPublic({ type, name, verified }: KnownOwner): PublicIdentity {
  return { type, name: type === "email" ? null : name, verified };
}
