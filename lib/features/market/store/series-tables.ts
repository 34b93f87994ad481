import { sql } from "drizzle-orm";
import {
  bigint,
  customType,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, wholeNumber } from "../../../drivers/db/columns";
import { datasetId, market } from "./tables";

export const DATASET_STATES = ["live", "building", "retired"] as const;

/** Numbers of datasets beyond the first of each chain; no chain id is as large. */
export const datasetNumbers = market.sequence("dataset_numbers", { startWith: 1_000_000_000 });

/**
 * Whole sets of a chain's rows. Readers see the live one; another may be built beside it and take
 * its place in one transaction; what was replaced is removed bit by bit.
 */
export const datasets = market.table(
  "datasets",
  {
    /** `dataset_id` of its rows: the chain's id for its first dataset. */
    id: integer("id").primaryKey(),
    chainId: integer("chain_id").notNull(),
    state: text("state", { enum: DATASET_STATES }).notNull(),
    /** How its rows were derived; see DATASET_VERSION. */
    version: integer("version").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("datasets_live").on(table.chainId).where(sql`${table.state} = 'live'`),
    uniqueIndex("datasets_building").on(table.chainId).where(sql`${table.state} = 'building'`),
  ],
);

/** Dollars per ETH as the chain's feed last said, times 10^18; null when it has none to trust. */
export const ethPrices = market.table("eth_prices", {
  chainId: integer("chain_id").primaryKey(),
  usdE18: wholeNumber("usd_e18"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/**
 * What the feed said over time, a row a minute at most and an hour at least while it is to be
 * trusted. It belongs to the chain, not to a dataset: no rebuild can read it again.
 */
export const ethPriceHistory = market.table(
  "eth_price_history",
  {
    chainId: integer("chain_id").notNull(),
    /** Start of the minute, Unix seconds. */
    time: bigint("time", { mode: "number" }).notNull(),
    usdE18: wholeNumber("usd_e18").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.time] })],
);

/** Buckets of trades at 1 s, 1 min, 1 h and 1 d; a bucket without a trade has no row. */
export const candles = market.table(
  "candles",
  {
    datasetId: datasetId(),
    token: addressBytes("token").notNull(),
    seconds: integer("seconds").notNull(),
    start: bigint("start", { mode: "number" }).notNull(),
    openWei: wholeNumber("open_wei").notNull(),
    highWei: wholeNumber("high_wei").notNull(),
    lowWei: wholeNumber("low_wei").notNull(),
    closeWei: wholeNumber("close_wei").notNull(),
    volumeWei: wholeNumber("volume_wei").notNull(),
    sqrtPriceX96: wholeNumber("sqrt_price_x96").notNull(),
    /** Block of the first trade: where to look for the trades of a bucket. */
    firstBlock: bigint("first_block", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.token, table.seconds, table.start] }),
    // What leaves the 24 h window next.
    index("candles_minutes").on(table.datasetId, table.start).where(sql`${table.seconds} = 60`),
  ],
);

/** Compared byte by byte, so that an index serves prefixes whatever the database's locale is. */
const byteText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
});

/** What a token is found by; see `searchTerms`. */
export const tokenTerms = market.table(
  "token_terms",
  {
    datasetId: datasetId(),
    term: byteText("term").notNull(),
    token: addressBytes("token").notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.term, table.token] })],
);
