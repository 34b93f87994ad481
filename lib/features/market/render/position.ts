import { larger } from "@/lib/shared/bigint-min-max";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatEthE36, formatPrice, marketCapWei } from "../rules/market-cap";
import { type PositionFlows, tokensOf } from "../rules/position";
import type { Position, PositionChange, TokenTraders } from "../schema/positions";
import type { TraderPosition, TraderRow } from "../store/positions/list-traders";
import type { ChangeRow, PositionRow } from "../store/positions/position-rows";
import { renderUsd } from "./market";
import { renderModeration } from "./token";
import { tradeId } from "./trade";

const E36 = 10n ** 36n;

/** A position in the wire format. */
export function renderPosition(
  env: { publicUrl: string },
  row: PositionRow,
  ethUsdE18: bigint | null,
): Position {
  return {
    tokenAddress: row.address,
    symbol: row.symbol,
    name: row.name,
    image: row.image === null ? null : `${env.publicUrl}/ipfs/${row.image}`,
    priceETH: formatPrice(row.sqrtPriceX96),
    ...renderHolding(row, ethUsdE18),
    receivedToken: formatWei(row.receivedWei),
    sentToken: formatWei(row.sentWei),
    burnedToken: formatWei(row.burnedWei),
    ...renderModeration(row),
  };
}

/** The balance of an address in a token, and the figures of its trades. */
function renderHolding(row: PositionRow, ethUsdE18: bigint | null) {
  const { amountWei, costWei } = row;
  return {
    balance: formatWei(amountWei),
    averageEntryETH: amountWei === 0n ? null : formatEthE36((costWei * E36) / amountWei),
    ...renderFigures({ ...row, valueWei: marketCapWei(row.sqrtPriceX96, amountWei) }, ethUsdE18),
    paidETH: formatWei(row.paidWei),
    proceedsETH: formatWei(row.proceedsWei),
    boughtToken: formatWei(row.boughtWei),
    soldToken: formatWei(row.soldWei),
    transactions: row.changes,
  };
}

/** A trader of a token in the wire format. */
export function renderTrader(
  row: TraderRow,
  ethUsdE18: bigint | null,
): TokenTraders["traders"][number] {
  const { holder, creator } = row;
  return { address: holder, isCreator: holder === creator, ...renderHolding(row, ethUsdE18) };
}

/** The cursor of a page that ends with this trader. */
export function writeTraderCursor({ realizedWei, paidWei, holder }: TraderPosition): string {
  return `${realizedWei}_${paidWei}_${holder}`;
}

/** The position of a `writeTraderCursor`, whose form the schema has checked. */
export function readTraderCursor(cursor: string): TraderPosition {
  const [realized = "0", paid = "0", holder = "0x"] = cursor.split("_");
  return {
    realizedWei: BigInt(realized),
    paidWei: BigInt(paid),
    holder: `0x${holder.slice(2)}`,
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
