import type { PositionChange } from "@/lib/features/market/schema/positions";

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
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * Anyone can choose a token's name. A spreadsheet would run a cell that starts like a formula, so
 * that gets an apostrophe; numbers do not change.
 */
function cell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const text = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
