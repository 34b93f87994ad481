import type { Address } from "viem";

/** An X user; `subject` is the id that stays when the username changes. */
export type XUser = { subject: string; username: string; name: string };

/** A Farcaster user; `fid` stays when the username changes. */
export type FarcasterUser = { fid: number; username: string; custodyAddress: Address };
