import type { Hash } from "viem";
import type { BatchState } from "../../trade/run/trade-signer";

/**
 * State that a wallet's answer to `wallet_getCallsStatus` proves (EIP-5792). A transaction in it is
 * looked up on the chain, whatever status the wallet reports.
 * @param statusCode 1xx pending, 2xx mined, 4xx given up, 5xx reverted, 6xx reverted in part;
 * undefined from wallets that answer something else
 */
export function batchStateOf(
  statusCode: number | undefined,
  receipts: readonly { transactionHash: Hash }[] = [],
): BatchState {
  const code = statusCode ?? 100;
  const last = receipts.at(-1);
  if (code < 200) return { is: "pending" };
  if (last !== undefined) return { is: "mined", hash: last.transactionHash };
  if (code >= 400 && code < 500) return { is: "not_sent" };
  if (code >= 500 && code < 600) return { is: "reverted" };
  return { is: "pending" };
}
