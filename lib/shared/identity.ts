import type { Address } from "viem";

/** How a creator, recipient or owner can be named in a request. */
export const IDENTITY_TYPES = ["wallet", "email", "twitter", "farcaster"] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/** The API of X, unless the operator uses a proxy. */
export const X_API_URL = "https://api.x.com";

/** `id` is normalized, so that one identity always has the same `(type, id)`. */
export type Identity = { type: IdentityType; id: string };

/** An identity with its wallet. `userId` is null for an external wallet. */
export type ResolvedIdentity = Identity & { address: Address; userId: string | null };

/**
 * Trims, removes one leading `@` of usernames and converts to lower case, so that different spellings
 * get the same wallet. Source: docs/decisions.md, "Launch API".
 */
export function normalizeIdentity(type: IdentityType, id: string): Identity {
  const trimmed = id.trim();
  const bare = type === "twitter" || type === "farcaster" ? trimmed.replace(/^@/, "") : trimmed;
  return { type, id: bare.toLowerCase() };
}

/** Whether a name is one of X or Farcaster. Keys and names that this service makes up have a colon. */
export const isUsername = (name: string): boolean => !name.includes(":");

/** A managed wallet and its identity. */
export type OwnedWallet = Identity & { address: Address };

/**
 * The public part of an identity. `name` is null for email addresses, which are never disclosed,
 * and for users of X or Farcaster without a known name.
 * `verified`: the owner has signed in; before that someone else named the identity in a request.
 */
export type PublicIdentity = {
  type: Exclude<IdentityType, "wallet">;
  name: string | null;
  verified: boolean;
};
