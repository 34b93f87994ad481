import { sql } from "drizzle-orm";
import { bigint, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { addressBytes, hexBytes, managerKindColumn, wholeNumber } from "@/lib/drivers/db/columns";
import { market, position } from "./tables";

// Events of the chain: append-only, keyed by (dataset, block, log index).

/** Default of address columns in rows of older versions. */
const ZERO_ADDRESS = sql.raw(`'\\x${"0".repeat(40)}'::bytea`);

export const launches = market.table(
  "launches",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    poolId: hexBytes("pool_id").notNull(),
    creator: addressBytes("creator").notNull(),
    feeOwner: addressBytes("fee_owner").notNull(),
    launcher: addressBytes("launcher").notNull(),
    launchId: hexBytes("launch_id").notNull(),
    managerKind: managerKindColumn("manager_kind").notNull(),
    manager: addressBytes("manager"),
    supplyWei: wholeNumber("supply_wei").notNull(),
    sqrtPriceX96: wholeNumber("sqrt_price_x96").notNull(),
    tick: integer("tick").notNull(),
    name: text("name").notNull(),
    symbol: text("symbol").notNull(),
    tokenUri: text("token_uri").notNull(),
    feeShareBps: integer("fee_share_bps").notNull(),
    marketCapUsdc: wholeNumber("market_cap_usdc").notNull(),
    startTime: bigint("start_time", { mode: "number" }).notNull(),
    protectionStartBps: integer("protection_start_bps").notNull().default(0),
    protectionEnd: bigint("protection_end", { mode: "number" }).notNull().default(0),
    referralPercent: integer("referral_percent").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("launches_token").on(table.datasetId, table.token),
  ],
);

export const swaps = market.table(
  "swaps",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    sender: addressBytes("sender").notNull(),
    /** Sender of the transaction; `sender` is the router. */
    trader: addressBytes("trader").notNull().default(ZERO_ADDRESS),
    /** Positive towards the pool. */
    ethToPoolWei: wholeNumber("eth_to_pool_wei").notNull(),
    tokenToPoolWei: wholeNumber("token_to_pool_wei").notNull(),
    feeWei: wholeNumber("fee_wei").notNull(),
    creatorFeeWei: wholeNumber("creator_fee_wei").notNull(),
    /** The referrer's part of the fee; the bid wall gets what the two leave. */
    referralWei: wholeNumber("referral_wei").notNull().default(sql`0`),
    sqrtPriceX96: wholeNumber("sqrt_price_x96").notNull(),
    tick: integer("tick").notNull(),
    /** Market caps right before and after this trade, with the supply of that moment. */
    marketCapBeforeWei: wholeNumber("market_cap_before_wei").notNull().default(sql`0`),
    marketCapWei: wholeNumber("market_cap_wei").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("swaps_token").on(table.datasetId, table.token, table.block, table.logIndex),
    index("swaps_trader").on(
      table.datasetId,
      table.token,
      table.trader,
      table.block,
      table.logIndex,
    ),
    index("swaps_volume_digits").on(
      table.datasetId,
      table.token,
      // The expression of `volumeDigitsOf` in `list-trades.ts`.
      sql`length((case when ${table.ethToPoolWei} > 0 then ${table.ethToPoolWei} + ${table.feeWei} else -${table.ethToPoolWei} end)::text)`,
      table.block,
      table.logIndex,
    ),
  ],
);

/**
 * Read only to revert balances, after a reorg or for a rebuild from a block; old rows are removed
 * (`remove-old-transfers.ts`).
 */
export const transfers = market.table(
  "transfers",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    from: addressBytes("from_address").notNull(),
    to: addressBytes("to_address").notNull(),
    amountWei: wholeNumber("amount_wei").notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.block, table.logIndex] })],
);

/** Mints and burns: `supplyWei` is the total supply right after. */
export const supplyChanges = market.table(
  "supply_changes",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    deltaWei: wholeNumber("delta_wei").notNull(),
    supplyWei: wholeNumber("supply_wei").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("supply_changes_token").on(table.datasetId, table.token, table.block, table.logIndex),
  ],
);

export const feeStreamTransfers = market.table(
  "fee_stream_transfers",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    from: addressBytes("from_address").notNull(),
    to: addressBytes("to_address").notNull(),
    /** Lifetime payments of the stream at that time. */
    paidWei: wholeNumber("paid_wei").notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("fee_stream_transfers_token").on(
      table.datasetId,
      table.token,
      table.block,
      table.logIndex,
    ),
  ],
);

export const feeClaims = market.table(
  "fee_claims",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    to: addressBytes("to_address").notNull(),
    amountWei: wholeNumber("amount_wei").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("fee_claims_token").on(table.datasetId, table.token, table.block, table.logIndex),
  ],
);

export const wallMoves = market.table(
  "wall_moves",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    ethPlacedWei: wholeNumber("eth_placed_wei").notNull(),
    ethReturnedWei: wholeNumber("eth_returned_wei").notNull(),
    tokensBurnedWei: wholeNumber("tokens_burned_wei").notNull(),
    /** Pending ETH right before the move, and the liquidity of the new position. */
    pendingBeforeWei: wholeNumber("pending_before_wei").notNull().default(sql`0`),
    liquidity: wholeNumber("liquidity").notNull().default(sql`0`),
    tickLower: integer("tick_lower").notNull(),
    tickUpper: integer("tick_upper").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex] }),
    index("wall_moves_token").on(table.datasetId, table.token, table.block, table.logIndex),
  ],
);
