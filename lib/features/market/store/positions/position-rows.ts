import { sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import type { Holding, PositionFlows } from "../../rules/position";
import type { TradePosition } from "../market";
import {
  big,
  hex,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../tables/raw-columns";

/** A token as rows of positions show it. */
export type PositionToken = {
  address: Address;
  symbol: string;
  name: string;
  image: string | null;
  sqrtPriceX96: bigint;
  moderation?: TokenModeration | null;
};
/** The lifetime flows of a position and what is held of it. */
export type PositionRow = PositionToken & PositionFlows & Holding & { changes: number };
export type ListedPosition = PositionRow & { last: TradePosition };
export type ChangeRow = TradePosition &
  PositionFlows &
  Pick<PositionToken, "symbol" | "name"> & { token: Address; time: number; txHash: Hex };

/** Columns of the flows of the table with alias `p`. */
export const FLOW_COLUMNS = sql`p.bought_wei as "boughtWei", p.sold_wei as "soldWei",
  p.received_wei as "receivedWei", p.sent_wei as "sentWei", p.burned_wei as "burnedWei",
  p.paid_wei as "paidWei", p.proceeds_wei as "proceedsWei", p.cost_wei as "costWei",
  p.realized_wei as "realizedWei"`;
/** Columns of a position `p` and its token `t`. */
export const POSITION_COLUMNS = sql`t.address as token, t.symbol, t.name, t.image,
  t.sqrt_price_x96 as "sqrtPriceX96", p.amount_wei as "amountWei", p.changes, ${FLOW_COLUMNS}`;

/** Reads `FLOW_COLUMNS`. */
function readFlows(row: RawRow): PositionFlows {
  return {
    boughtWei: big(row.boughtWei),
    soldWei: big(row.soldWei),
    receivedWei: big(row.receivedWei),
    sentWei: big(row.sentWei),
    burnedWei: big(row.burnedWei),
    paidWei: big(row.paidWei),
    proceedsWei: big(row.proceedsWei),
    costWei: big(row.costWei),
    realizedWei: big(row.realizedWei),
  };
}

/** Reads the token of `POSITION_COLUMNS`. */
export function readPositionToken(row: RawRow): PositionToken {
  return {
    address: readAddress(row.token),
    symbol: text(row.symbol),
    name: text(row.name),
    image: orNull(text, row.image),
    sqrtPriceX96: big(row.sqrtPriceX96),
  };
}

/** Reads `POSITION_COLUMNS`. */
export function readPosition(row: RawRow): PositionRow {
  return {
    ...readPositionToken(row),
    ...readFlows(row),
    amountWei: big(row.amountWei),
    changes: int(row.changes),
  };
}

export function readChange(row: RawRow): ChangeRow {
  return {
    ...readFlows(row),
    token: readAddress(row.token),
    symbol: text(row.symbol),
    name: text(row.name),
    block: int(row.block),
    logIndex: int(row.logIndex),
    time: int(row.time),
    txHash: hex(row.txHash),
  };
}
