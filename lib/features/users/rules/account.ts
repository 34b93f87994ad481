import type { IdentityType } from "@/lib/shared/identity";

/** An identity that its owner has proven. `stableId` is what stays when a name changes hands. */
export type ProvenIdentity = {
  type: IdentityType;
  stableId: string;
  /** What it goes by: username, email address, or checksummed address. */
  name: string;
  /** Chain whose contract vouched for a smart-contract wallet; null for everybody else. */
  proofChainId: number | null;
};

/** Who is signed in, and when they last proved it. */
export type Session = { accountId: string; authenticatedAt: Date };

/** A session as the service stores it. Ending it ends every cookie that names it. */
export type OpenSession = Session & { id: string };

/** How long a session lasts when nobody ends it. */
export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * How long the code and the link of a mail are good. Longer than the window in which mails to one
 * address are limited, so that whoever is refused a mail has a link that works.
 */
export const EMAIL_ATTEMPT_MS = 15 * 60 * 1000;
/** How often a browser may type the code of its attempt wrong. */
export const CODE_GUESSES_MAX = 5;

/** How long after a sign-in money may be moved and sign-ins added without another one. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1000;

export function isRecent(session: Session, now: Date): boolean {
  return now.getTime() - session.authenticatedAt.getTime() < RECENT_SIGN_IN_MS;
}

/** What a person can have their managed wallet do. */
export type WalletActionKind = "withdrawal" | "manager_shares";
export type WalletActionState = "pending" | "completed" | "failed";
