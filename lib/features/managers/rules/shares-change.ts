import type { Address } from "viem";
import type { Share } from "./fee-split";

/**
 * A change of the shares of a dynamic split, as its moderator signs it. `nonce`: the manager's
 * `generation`; `deadline`: Unix seconds of the last block that may hold it.
 */
export type SharesChange = {
  chainId: number;
  manager: Address;
  recipients: readonly Share[];
  deadline: bigint;
  nonce: bigint;
};

/** The EIP-712 message of `setSharesBySig`. Good for one manager on one chain, once. */
export function sharesMessage({ chainId, manager, recipients, deadline, nonce }: SharesChange) {
  return {
    domain: {
      name: "DynamicAddressFeeSplitManager",
      version: "1",
      chainId,
      verifyingContract: manager,
    },
    types: {
      SetShares: [
        { name: "recipients", type: "Recipient[]" },
        { name: "deadline", type: "uint256" },
        { name: "nonce", type: "uint256" },
      ],
      Recipient: [
        { name: "account", type: "address" },
        { name: "share", type: "uint32" },
      ],
    },
    primaryType: "SetShares",
    message: { recipients: toShares(recipients), deadline, nonce },
  } as const;
}

/** Recipients as the contracts take them. */
export function toShares(recipients: readonly Share[]): { account: Address; share: number }[] {
  return recipients.map(({ account, splitMicroPercent: share }) => ({ account, share }));
}
