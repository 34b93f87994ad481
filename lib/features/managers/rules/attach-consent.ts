import type { Address, Hex } from "viem";
import { splitDomain } from "./shares-change";

/**
 * A moderator's consent to one more token in its dynamic split. `nonce`: any number, used once;
 * `deadline`: latest block time in Unix seconds.
 */
export type AttachConsent = { nonce: bigint; deadline: bigint; signature: Hex };

/** The content of the consent that a moderator signs. */
export type ConsentTerms = { chainId: number; manager: Address } & Omit<AttachConsent, "signature">;

/** The contract reads it as "no consent". */
export const NO_CONSENT: AttachConsent = { nonce: 0n, deadline: 0n, signature: "0x" };

/** Why a dynamic split refuses a token. */
const CONSENT_PROBLEMS = ["full", "missing", "expired", "used", "invalid"] as const;
export type ConsentProblem = (typeof CONSENT_PROBLEMS)[number];

/** The EIP-712 message of a consent. It attaches one token to one manager on one chain. */
export function consentMessage({ chainId, manager, nonce, deadline }: ConsentTerms) {
  return {
    domain: splitDomain(chainId, manager),
    types: {
      Attach: [
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Attach",
    message: { nonce, deadline },
  } as const;
}
