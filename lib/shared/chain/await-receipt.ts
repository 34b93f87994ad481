import {
  type Hash,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  WaitForTransactionReceiptTimeoutError,
} from "viem";

const PAUSE_MAX_MS = 500;

/**
 * Polls for the receipt of a transaction. viem's own wait polls only when there is a new block,
 * which never comes on an idle chain, and a node may announce a block before its receipts.
 * @throws WaitForTransactionReceiptTimeoutError, or the node's last error
 */
export async function awaitReceipt(
  client: Pick<PublicClient, "getTransactionReceipt">,
  hash: Hash,
  { timeoutMs = 180_000 }: { timeoutMs?: number } = {},
): Promise<TransactionReceipt> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      // The transaction was sent: a node that fails for a moment must not end the wait.
      const isMissing = error instanceof TransactionReceiptNotFoundError;
      if (performance.now() > deadline)
        throw isMissing ? new WaitForTransactionReceiptTimeoutError({ hash }) : error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
