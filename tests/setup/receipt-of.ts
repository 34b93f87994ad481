import { type Hash, type PublicClient, TransactionReceiptNotFoundError } from "viem";

/**
 * The receipt of a transaction, asked for until it is there. viem's own waiting asks again only when
 * there is a further block, and an anvil under load may tell of a block before it has its receipts.
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
