import type { Address, Hex } from "viem";

/** How long a permit can be used, in seconds. */
export const PERMIT_SECONDS = 600;
/**
 * How long a moderator's consent to a launch is valid, by its sender, in seconds. Until it is used or expires,
 * anyone who sees it can attach another token with it. The service may wait for hours while a chain is down; a
 * wallet sends its launch in public while its permit is valid.
 */
export const CONSENT_SECONDS = { service: 86_400n, wallet: BigInt(PERMIT_SECONDS) } as const;
/** A permit with less time left is renewed instead of returned again. */
export const PERMIT_RENEWAL_SECONDS = 60;
/** A launch can still appear this long after the permit expired, if a block is replaced. */
export const PERMIT_SETTLE_SECONDS = 60;

export const PERMIT_EXPIRED_TEXT =
  "The launch was not sent before its permit expired. Nothing was launched. Prepare it again.";

/** A launcher's permission for one launch. Source: contracts, `ILaunchpad.LaunchPermit`. */
export type LaunchPermit = {
  launcher: Address;
  /**
   * The only address that may send the launch. Never the zero address, which would allow anyone.
   */
  sender: Address;
  /** Unix seconds. */
  deadline: bigint;
  signature: Hex;
};

/**
 * EIP-712 typed data of a permit. Source: contracts, `ILaunchpad.permitDigest`.
 * @param terms.contents hash of the ABI encoding of the launch's parameters
 */
export function launchPermitTypedData(terms: {
  chainId: number;
  launchpad: Address;
  contents: Hex;
  sender: Address;
  deadline: bigint;
}) {
  const { chainId, launchpad, contents, sender, deadline } = terms;
  return {
    domain: { name: "Launchpad", version: "1", chainId, verifyingContract: launchpad },
    types: {
      LaunchPermit: [
        { name: "launch", type: "bytes32" },
        { name: "sender", type: "address" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "LaunchPermit",
    message: { launch: contents, sender, deadline },
  } as const;
}
