import { formatWei } from "@/lib/shared/decimal";
import { larger } from "@/lib/shared/larger";
import { renderUsd } from "./render-market";
import { renderModeration } from "./render-token";
import { tradeId } from "./render-trade";
import { formatEthE36, formatPrice, marketCapWei } from "./rules/market-cap";
import { type PositionFlows, tokensOf } from "./rules/position";
import type { Position, PositionChange } from "./schema/positions";
import type { ChangeRow, PositionRow } from "./store/positions/position-rows";

const E36 = 10n ** 36n;

/** A position in the wire format. */
export function renderPosition(
  env: { publicUrl: string },
  row: PositionRow,
  ethUsdE18: bigint | null,
): Position {
  const { amountWei, costWei } = row;
  return {
    tokenAddress: row.address,
    symbol: row.symbol,
    name: row.name,
    image: row.image === null ? null : `${env.publicUrl}/ipfs/${row.image}`,
    priceETH: formatPrice(row.sqrtPriceX96),
    balance: formatWei(amountWei),
    averageEntryETH: amountWei === 0n ? null : formatEthE36((costWei * E36) / amountWei),
    ...renderFigures({ ...row, valueWei: marketCapWei(row.sqrtPriceX96, amountWei) }, ethUsdE18),
    paidETH: formatWei(row.paidWei),
    proceedsETH: formatWei(row.proceedsWei),
    boughtToken: formatWei(row.boughtWei),
    soldToken: formatWei(row.soldWei),
    receivedToken: formatWei(row.receivedWei),
    sentToken: formatWei(row.sentWei),
    burnedToken: formatWei(row.burnedWei),
    transactions: row.changes,
    ...renderModeration(row),
  };
}

/** Value, cost and profit in ETH and dollars. */
export function renderFigures(
  { valueWei, costWei, realizedWei }: { valueWei: bigint; costWei: bigint; realizedWei: bigint },
  ethUsdE18: bigint | null,
) {
  const unrealizedWei = valueWei - costWei;
  return {
    valueETH: formatWei(valueWei),
    valueUSD: renderUsd(valueWei, ethUsdE18),
    costETH: formatWei(costWei),
    costUSD: renderUsd(costWei, ethUsdE18),
    unrealizedETH: formatWei(unrealizedWei),
    unrealizedUSD: renderUsd(unrealizedWei, ethUsdE18),
    realizedETH: formatWei(realizedWei),
    realizedUSD: renderUsd(realizedWei, ethUsdE18),
  };
}

/** A change of a position in the wire format. */
export function renderChange(row: ChangeRow): PositionChange {
  const tokensWei = tokensOf(row);
  return {
    id: tradeId(row),
    tokenAddress: row.token,
    symbol: row.symbol,
    name: row.name,
    type: typeOf(row),
    amountToken: formatWei(tokensWei < 0n ? -tokensWei : tokensWei),
    amountETH: formatWei(larger(row.paidWei, row.proceedsWei)),
    realizedETH: formatWei(row.realizedWei),
    timestamp: row.time,
    transactionHash: row.txHash,
  };
}

function typeOf(flows: PositionFlows): PositionChange["type"] {
  if (flows.boughtWei > 0n) return "buy";
  if (flows.soldWei > 0n) return "sell";
  if (flows.receivedWei > 0n) return "receive";
  if (flows.burnedWei > 0n) return "burn";
  if (flows.sentWei > 0n) return "send";
  // Purchases and sales of one transaction that left no tokens.
  return flows.paidWei > flows.proceedsWei ? "buy" : "sell";
}
