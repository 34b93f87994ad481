import type { Address } from "viem";
import type { IdentityType } from "@/lib/shared/identity";

/** A verified identity. `stableId` stays the same when a username changes owner. */
export type ProvenIdentity = {
  type: IdentityType;
  stableId: string;
  /** Display name: username, email address or checksummed address. */
  name: string;
  /** Chain whose contract verified a smart-contract wallet; null otherwise. */
  proofChainId: number | null;
  /** The address that signed in with Farcaster. */
  custodyAddress?: Address;
  /**
   * The network could not confirm the name at this sign-in. The account and its wallets keep the names that
   * they have; `name` is for an account that has none.
   */
  isNameUnconfirmed?: true;
};

/** The identity that opened a session. */
export type SessionIdentity = Pick<ProvenIdentity, "type" | "stableId">;

/** The signed-in account, and how and when the user signed in. */
export type Session = {
  accountId: string;
  /** Null if an earlier release opened the session; then it is never recent. */
  identity: SessionIdentity | null;
  authenticatedAt: Date;
};

/** A stored session. Ending it invalidates every cookie with its id. */
export type OpenSession = Session & { id: string };

/** Maximum identities of an account: its earnings are read from every chain for each of them. */
export const IDENTITIES_MAX = 20;

/** Lifetime of a session. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Lifetime of the code and link of an email. Longer than the rate-limit window of emails to one
 * address, so that a user without a new email still has a valid link.
 */
export const EMAIL_ATTEMPT_MS = 15 * 60 * 1000;
/** Wrong codes that a browser may enter per attempt. */
export const CODE_GUESSES_MAX = 5;

/** How long after a sign-in the user may move money and add identities. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

/** Whether the user signed in recently, with an identity that the account still has. */
export function isRecent(
  session: Session,
  account: { identities: readonly SessionIdentity[] },
  now: Date,
): boolean {
  const { identity } = session;
  const isLinked = account.identities.some(
    ({ type, stableId }) => type === identity?.type && stableId === identity.stableId,
  );
  return isLinked && now.getTime() - session.authenticatedAt.getTime() < RECENT_SIGN_IN_MS;
}

export type WalletActionState = "pending" | "completed" | "failed";
