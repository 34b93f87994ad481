import type { Address } from "viem";

/** How a creator, recipient or owner can be named in a request. */
export const IDENTITY_TYPES = ["wallet", "email", "twitter", "farcaster"] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/** `id` is normalised: the same person always gives the same `(type, id)`. */
export type Identity = { type: IdentityType; id: string };

/** An identity with the wallet that stands for it. `userId` is null for a wallet of one's own. */
export type ResolvedIdentity = Identity & { address: Address; userId: string | null };

/**
 * Trims, drops one leading `@` of usernames and lowers the case, so that spelling never splits one
 * person into two wallets. Source: docs/decisions.md, "Launch API".
 */
export function normalizeIdentity(type: IdentityType, id: string): Identity {
  const trimmed = id.trim();
  const bare = type === "twitter" || type === "farcaster" ? trimmed.replace(/^@/, "") : trimmed;
  return { type, id: bare.toLowerCase() };
}

/** A managed wallet and the identity that it stands for. */
export type OwnedWallet = Identity & { address: Address };

/**
 * An identity as anybody may see it. `name` is null for email addresses, which never leave.
 * `verified`: its owner has signed in; before that it is what somebody named in a request.
 */
export type PublicIdentity = {
  type: Exclude<IdentityType, "wallet">;
  name: string | null;
  verified: boolean;
};
