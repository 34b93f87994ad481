import { type Hash, type PublicClient, TransactionReceiptNotFoundError } from "viem";

/**
 * Polls for the receipt of a transaction. viem's own wait polls only on new blocks, and an anvil
 * under load may announce a block before its receipts.
 */
export async function receiptOf(client: Pick<PublicClient, "getTransactionReceipt">, hash: Hash) {
  for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
