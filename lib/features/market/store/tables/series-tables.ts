import { sql } from "drizzle-orm";
import {
  bigint,
  customType,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, wholeNumber } from "@/lib/drivers/db/columns";
import { datasetId, market } from "./tables";

export const DATASET_STATES = ["live", "building", "retired"] as const;

/** Ids of datasets after the first of each chain; above every chain id. */
export const datasetNumbers = market.sequence("dataset_numbers", { startWith: 1_000_000_000 });

/**
 * Datasets. Readers use the live one of a chain; another may be built next to it and replaces it in
 * one transaction. Replaced datasets are removed in batches.
 */
export const datasets = market.table(
  "datasets",
  {
    /** `dataset_id` of its rows; for the first dataset of a chain the chain id. */
    id: integer("id").primaryKey(),
    chainId: integer("chain_id").notNull(),
    state: text("state", { enum: DATASET_STATES }).notNull(),
    /** Version of the derivation; see DATASET_VERSION. */
    version: integer("version").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("datasets_live").on(table.chainId).where(sql`${table.state} = 'live'`),
    uniqueIndex("datasets_building").on(table.chainId).where(sql`${table.state} = 'building'`),
  ],
);

/** Latest dollars per ETH from the chain's feed, times 10^18; null without a trusted feed. */
export const ethPrices = market.table("eth_prices", {
  chainId: integer("chain_id").primaryKey(),
  usdE18: wholeNumber("usd_e18"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/**
 * History of the feed while it is trusted: at most a row per minute, at least one per hour. Belongs
 * to the chain, not to a dataset, because a rebuild cannot read it again.
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
    /** Block of the first trade, to find the trades of a bucket. */
    firstBlock: bigint("first_block", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.token, table.seconds, table.start] }),
    // Finds the candles that leave the 24h window next.
    index("candles_minutes").on(table.datasetId, table.start).where(sql`${table.seconds} = 60`),
  ],
);

/** Compared by bytes, so that an index supports prefixes under any database locale. */
const byteText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
});

/** Search terms of tokens; see `searchTerms`. */
export const tokenTerms = market.table(
  "token_terms",
  {
    datasetId: datasetId(),
    term: byteText("term").notNull(),
    token: addressBytes("token").notNull(),
    /** Part of the token that the term is; see `termKind`. */
    kind: smallint("kind").notNull().default(0),
    /** The size class of the token's market cap when its rank was last derived; see `sizeClass`. */
    size: smallint("size").notNull().default(0),
  },
  // The index of the key includes `kind` and `size`, which Drizzle cannot express (migration `term-sizes`).
  (table) => [primaryKey({ columns: [table.datasetId, table.term, table.token] })],
);
