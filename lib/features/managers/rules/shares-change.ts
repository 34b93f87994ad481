import type { Address } from "viem";
import type { Share } from "./fee-split";

/**
 * A change of the shares of a dynamic split, as signed by its moderator. `nonce`: the manager's
 * `generation`; `deadline`: latest block time in Unix seconds.
 */
export type SharesChange = {
  chainId: number;
  manager: Address;
  recipients: readonly Share[];
  deadline: bigint;
  nonce: bigint;
};

/** The EIP-712 domain of a dynamic split. */
export function splitDomain(chainId: number, manager: Address) {
  const [name, version] = ["DynamicAddressFeeSplitManager", "1"];
  return { name, version, chainId, verifyingContract: manager };
}

/** The EIP-712 message of `setSharesBySig`. Valid once, for one manager on one chain. */
export function sharesMessage({ chainId, manager, recipients, deadline, nonce }: SharesChange) {
  return {
    domain: splitDomain(chainId, manager),
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

/** Recipients in the form of the contracts. */
export function toShares(recipients: readonly Share[]): { account: Address; share: number }[] {
  return recipients.map(({ account, splitMicroPercent: share }) => ({ account, share }));
}
