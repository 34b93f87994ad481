import { queryOptions, skipToken } from "@tanstack/react-query";
import type { Hash } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";

const INTERVAL_MS = 2_000;

/** Whether a transaction succeeded; null until it is mined. */
export function receiptQuery(chain: ChainSlug, hash: Hash | null) {
  return queryOptions({
    queryKey: ["receipt", chain, hash],
    queryFn: hash === null ? skipToken : () => readStatus(chain, hash),
    refetchInterval: ({ state }) => (state.data === null ? INTERVAL_MS : false),
  });
}

async function readStatus(chain: ChainSlug, hash: Hash): Promise<"success" | "reverted" | null> {
  const [{ chainReader }, { TransactionReceiptNotFoundError }] = await Promise.all([
    import("../trade/chain-reader"),
    import("viem"),
  ]);
  try {
    return (await chainReader(chain).getTransactionReceipt({ hash })).status;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}
