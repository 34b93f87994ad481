import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";

/** A one-line title of a transaction. */
export function jobTitleOf(transaction: Transaction): string {
  if (isOfKind(transaction, "launch") || isOfKind(transaction, "prepared_launch")) {
    const { name, symbol } = transaction.payload.token;
    return `${symbol}: ${name}`;
  }
  if (isOfKind(transaction, "manager")) return `Manager ${transaction.payload.managerAddress}`;
  if (isOfKind(transaction, "payout")) return `Payout to ${transaction.payload.account}`;
  if (isOfKind(transaction, "withdrawal")) {
    return `Withdrawal from ${transaction.payload.wallet} to ${transaction.payload.to}`;
  }
  if (isOfKind(transaction, "share_change")) return `Shares of ${transaction.payload.manager}`;
  if (isOfKind(transaction, "token_drop")) {
    return `${transaction.payload.token} dropped from ${transaction.payload.manager}`;
  }
  if (isOfKind(transaction, "trade")) {
    const { side, token, wallet } = transaction.payload;
    return `${side === "buy" ? "Purchase" : "Sale"} of ${token} by ${wallet}`;
  }
  if (isOfKind(transaction, "trade_approval")) {
    return `Approval of ${transaction.payload.token} by ${transaction.payload.wallet}`;
  }
  return transaction.kind;
}
