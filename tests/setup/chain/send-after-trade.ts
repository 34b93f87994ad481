import type { Address, Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import type { Launchpad } from "./launchpad";
import { receiptOf } from "./receipt-of";

/**
 * Estimates a call, trades, and sends it with the limit of our senders.
 * @param input.extra what its sender adds for work that may come later
 */
export async function sendAfterTrade(
  { client, anvil }: Launchpad,
  input: {
    key: Hex;
    call: { to: Address; data: Hex; value?: bigint };
    extra?: bigint;
    trade: () => Promise<unknown>;
  },
) {
  const { key, call, extra, trade } = input;
  const estimate = await client.estimateGas({ account: privateKeyToAddress(key), ...call });
  await trade();
  const gas = gasLimitFor(estimate, extra);
  const hash = await anvil.wallet(key).sendTransaction({ ...call, gas });
  return { estimate, receipt: await receiptOf(client, hash) };
}
