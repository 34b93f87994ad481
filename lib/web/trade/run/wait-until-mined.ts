import type { Hash, PublicClient } from "viem";
import { awaitReceipt } from "@/lib/shared/await-receipt";
import { TradeError } from "../trade-error";

const WAIT_MS = 180_000;

/**
 * Waits for a transaction's receipt. A transaction that the wallet sped up is followed under its
 * new hash.
 * @throws TradeError `cancelled` when the wallet replaced it with a different one, viem's
 * WaitForTransactionReceiptTimeoutError after three minutes
 */
export async function waitUntilMined(
  reader: PublicClient,
  hash: Hash,
  pollingMs: number,
  onReplaced: (hash: Hash) => void = () => {},
): Promise<{ hash: Hash; status: "success" | "reverted" }> {
  let cancelled = false;
  const ended = new AbortController();
  // viem follows replaced transactions; the other also notices one on a chain without new blocks.
  const mined = awaitReceipt(reader, hash, { timeoutMs: WAIT_MS, signal: ended.signal });
  const followed = reader.waitForTransactionReceipt({
    hash,
    pollingInterval: pollingMs,
    timeout: WAIT_MS,
    retryCount: 20,
    onReplaced: ({ reason, transaction }) => {
      // Some nodes report a transaction as its own replacement.
      if (transaction.hash === hash) return;
      if (reason === "repriced") onReplaced(transaction.hash);
      else cancelled = true;
    },
  });
  const receipt = await Promise.race([mined, followed]).finally(() => ended.abort());
  if (cancelled) throw new TradeError("cancelled", hash);
  return { hash: receipt.transactionHash, status: receipt.status };
}
