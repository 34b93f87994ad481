import type { Address } from "viem";

/** An X user; `subject` is the number that stays when the username changes hands. */
export type XUser = { subject: string; username: string; name: string };

/** A Farcaster user; `fid` stays when the username changes hands. */
export type FarcasterUser = { fid: number; username: string; custodyAddress: Address };

/**
 * Who stands behind a username now. Usernames come normalised.
 * Both throw AppError: invalid_body for a name that nobody has, unsupported_operation where this
 * server cannot look it up, dependency_unavailable, internal_error.
 */
export type IdentityDirectory = {
  findXUser(username: string): Promise<XUser>;
  findFarcasterUser(username: string): Promise<FarcasterUser>;
};
