import type { Hex } from "viem";
import { waitUntil } from "@/sandbox/process/wait-until";
import type { TestChain } from "./test-chains";

/**
 * The receipt of a transaction that must succeed. Polls for it: viem's own wait checks once per
 * block, and on a chain without further blocks it may check too early and never again.
 */
export async function mined(chain: TestChain, hash: Hex) {
  const receipt = await waitUntil(
    () => chain.client.getTransactionReceipt({ hash }).catch(() => null),
    { timeoutMs: 20_000, everyMs: 5 },
  );
  if (receipt === null) throw new Error(`${hash} was not mined`);
  if (receipt.status !== "success") throw new Error(`${hash} reverted`);
  return receipt;
}
