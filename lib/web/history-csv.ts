import type { PositionChange } from "@/lib/features/market/schema/positions";
import { CSV_MARK, csvCell } from "@/lib/shared/text/csv";

const COLUMNS = [
  "time",
  "type",
  "token",
  "symbol",
  "name",
  "amount_token",
  "amount_eth",
  "realized_eth",
  "transaction",
] as const;

/** A history as CSV (RFC 4180), with exact amounts and times in UTC. */
export function historyCsv(history: readonly PositionChange[]): string {
  const rows = history.map((change) => [
    new Date(change.timestamp * 1_000).toISOString(),
    change.type,
    change.tokenAddress,
    change.symbol,
    change.name,
    change.amountToken,
    change.amountETH,
    change.realizedETH,
    change.transactionHash,
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** A history as a file to download. */
export function historyCsvFile(history: readonly PositionChange[]): Blob {
  return new Blob([CSV_MARK, historyCsv(history)], { type: "text/csv;charset=utf-8" });
}
