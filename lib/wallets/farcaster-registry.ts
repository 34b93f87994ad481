import type { Address, Hex } from "viem";

/** Who is who at Farcaster, as its contracts and its name registry say. */
export type FarcasterRegistry = {
  /** The user whose custody address this is; null when it is nobody's. */
  findFid(custody: Address): Promise<number | null>;
  /** The username that a user goes by; null when they have none in the registry. */
  findName(fid: number): Promise<string | null>;
  /** Whether a smart-contract wallet on Farcaster's chain stands behind a signature. */
  verifyMessage(signed: { address: Address; message: string; signature: Hex }): Promise<boolean>;
};
