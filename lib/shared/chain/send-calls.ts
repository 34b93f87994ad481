import { type Address, type Hex, numberToHex } from "viem";

/** Parameters of `wallet_sendCalls`. Source: ERC-5792. */
export function sendCallsOf(input: {
  chainId: number;
  from: Address;
  calls: readonly { to: Address; data: Hex; valueWei?: bigint }[];
}) {
  return {
    version: "2.0.0" as const,
    chainId: numberToHex(input.chainId),
    from: input.from,
    // A wallet that cannot send a batch sends the calls one by one; they are in the order for that.
    atomicRequired: false,
    calls: input.calls.map(({ to, data, valueWei = 0n }) => {
      // Wallets compare bytes, and the schema has one form of them.
      return { to, data: lower(data), value: numberToHex(valueWei) };
    }),
  };
}

function lower(data: Hex): Hex {
  return `0x${data.slice(2).toLowerCase()}`;
}
