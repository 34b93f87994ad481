import { transactions } from "../schema/launch";

/** What the reader of a transaction needs. */
export const TRANSACTION_COLUMNS = {
  operationId: transactions.operationId,
  nonce: transactions.nonce,
  hash: transactions.hash,
  rawTransaction: transactions.rawTransaction,
  createdAt: transactions.createdAt,
};
