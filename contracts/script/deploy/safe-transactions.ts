import type { Address, Hex } from "viem";

/** A call that the owner has to send. */
export type OwnerCall = { to: Address; data: Hex; description: string };

/**
 * A batch in the format of Safe's Transaction Builder, which imports it as a file. `data` is complete,
 * so no ABI is needed.
 * @param input.safe the multisig that sends it
 */
export function safeBatch(input: {
  chainId: number;
  safe: Address;
  name: string;
  calls: readonly OwnerCall[];
  createdAt: Date;
}) {
  const { chainId, safe, name, calls, createdAt } = input;
  return {
    version: "1.0",
    chainId: String(chainId),
    createdAt: createdAt.getTime(),
    meta: {
      name,
      description: calls.map(({ description }) => description).join("; "),
      txBuilderVersion: "1.16.5",
      createdFromSafeAddress: safe,
      createdFromOwnerAddress: "",
    },
    transactions: calls.map(({ to, data }) => ({
      to,
      value: "0",
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  };
}
