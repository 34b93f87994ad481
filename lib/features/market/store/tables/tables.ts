import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { addressBytes, hexBytes, managerKindColumn, wholeNumber } from "@/lib/drivers/db/columns";

/**
 * Tables of the indexer. It derives all others from `event-tables.ts`, in the same transaction. `time`
 * is the block's Unix seconds. `datasetId` is the chain id for the first dataset of a chain, another
 * number for a rebuilt one (see `datasets`).
 */
export const market = pgSchema("market");

export const datasetId = () => integer("dataset_id").notNull();
const block = () => bigint("block", { mode: "number" }).notNull();
export const position = () => ({
  datasetId: datasetId(),
  block: block(),
  logIndex: integer("log_index").notNull(),
  time: bigint("time", { mode: "number" }).notNull(),
  txHash: hexBytes("tx_hash").notNull(),
});

/** Latest indexed block of a dataset; one row each, updated in the transaction of each batch. */
export const checkpoints = market.table("checkpoints", {
  datasetId: integer("dataset_id").primaryKey(),
  genesisHash: hexBytes("genesis_hash").notNull(),
  /** Identifies the contracts whose logs were indexed. */
  deployment: text("deployment").notNull(),
  block: block(),
  blockHash: hexBytes("block_hash").notNull(),
  blockTime: bigint("block_time", { mode: "number" }).notNull(),
  /** Latest block of the chain as last seen. */
  head: bigint("head", { mode: "number" }).notNull(),
  /** Events written since the dataset was created, including those that a reorg reverted. */
  events: bigint("events", { mode: "number" }).notNull().default(0),
  /** End of the 24h window of lists; advanced by the clock. */
  windowAt: bigint("window_at", { mode: "number" }).notNull().default(0),
  /** Last block whose changes are queued for `token_ranks`, and the minute of their windows. */
  rankedBlock: bigint("ranked_block", { mode: "number" }).notNull().default(0),
  rankedAt: bigint("ranked_at", { mode: "number" }).notNull().default(0),
  /** Version of the rules that derived all of `token_ranks`. */
  ranksVersion: integer("ranks_version").notNull().default(0),
  /** First block whose transfers are still stored; a rebuild cannot copy rows up to an earlier one. */
  transfersFrom: bigint("transfers_from", { mode: "number" }).notNull().default(0),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Recent indexed blocks: hashes to find the fork of a reorg, times for market-data adapters. */
export const blocks = market.table(
  "blocks",
  {
    datasetId: datasetId(),
    number: bigint("number", { mode: "number" }).notNull(),
    hash: hexBytes("hash").notNull(),
    /** Unix seconds; null in rows of older versions. */
    time: bigint("time", { mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.number] })],
);

/** Token metadata by URI. Content-addressed, so reorgs and rebuilds reuse it. */
export const metadata = market.table("metadata", {
  uri: text("uri").primaryKey(),
  description: text("description"),
  /** CID of the image, without a scheme. */
  image: text("image"),
  website: text("website"),
  twitter: text("twitter"),
  telegram: text("telegram"),
  discord: text("discord"),
  farcaster: text("farcaster"),
});

export const METADATA_STATES = ["pending", "resolved", "failed"] as const;

/** Launched tokens at the checkpoint, as the Data API reads them. */
export const tokens = market.table(
  "tokens",
  {
    datasetId: datasetId(),
    address: addressBytes("address").notNull(),
    poolId: hexBytes("pool_id").notNull(),
    name: text("name").notNull(),
    symbol: text("symbol").notNull(),
    tokenUri: text("token_uri").notNull(),
    /** Wallet that launched the token or was named at launch. */
    creator: addressBytes("creator").notNull(),
    /** Holder of the fee stream. */
    owner: addressBytes("owner").notNull(),
    manager: addressBytes("manager"),
    managerKind: managerKindColumn("manager_kind").notNull(),
    launcher: addressBytes("launcher").notNull(),
    launchId: hexBytes("launch_id").notNull(),
    createdAt: bigint("created_at", { mode: "number" }).notNull(),
    createdBlock: bigint("created_block", { mode: "number" }).notNull(),
    createdLogIndex: integer("created_log_index").notNull(),
    startTime: bigint("start_time", { mode: "number" }).notNull(),
    /** Launch protection and referral: see `LaunchEvent`. */
    protectionStartBps: integer("protection_start_bps").notNull().default(0),
    protectionEnd: bigint("protection_end", { mode: "number" }).notNull().default(0),
    referralPercent: integer("referral_percent").notNull().default(0),
    supplyWei: wholeNumber("supply_wei").notNull(),
    sqrtPriceX96: wholeNumber("sqrt_price_x96").notNull(),
    tick: integer("tick").notNull(),
    marketCapWei: wholeNumber("market_cap_wei").notNull(),
    startingMarketCapWei: wholeNumber("starting_market_cap_wei").notNull(),
    startingSqrtPriceX96: wholeNumber("starting_sqrt_price_x96").notNull().default(sql`1`),
    allTimeHighWei: wholeNumber("all_time_high_wei").notNull().default(sql`0`),
    allTimeLowWei: wholeNumber("all_time_low_wei").notNull().default(sql`0`),
    /** Volume of the 24h before the checkpoint's `windowAt`, in whole minutes. */
    volume24hWei: wholeNumber("volume_24h_wei").notNull().default(sql`0`),
    /** The price at the start of that window, and the percent change since, times 10^6. */
    referenceSqrtPriceX96: wholeNumber("reference_sqrt_price_x96").notNull().default(sql`1`),
    priceChange24hE6: wholeNumber("price_change_24h_e6").notNull().default(sql`0`),
    /** ETH and tokens of the creator's buy in the transaction of the launch; 0 without one. */
    firstBuyWei: wholeNumber("first_buy_wei").notNull().default(sql`0`),
    firstBuyTokensWei: wholeNumber("first_buy_tokens_wei").notNull().default(sql`0`),
    holders: integer("holders").notNull().default(0),
    feeShareBps: integer("fee_share_bps").notNull().default(0),
    /**
     * Lifetime earnings and payments of the fee stream; `paidAtTransferWei`: payments at its last
     * transfer.
     */
    earnedWei: wholeNumber("earned_wei").notNull().default(sql`0`),
    paidWei: wholeNumber("paid_wei").notNull().default(sql`0`),
    paidAtTransferWei: wholeNumber("paid_at_transfer_wei").notNull().default(sql`0`),
    /** Lifetime earnings of referrers of the token's trades. */
    referralWei: wholeNumber("referral_wei").notNull().default(sql`0`),
    wallThresholdWei: wholeNumber("wall_threshold_wei").notNull().default(sql`0`),
    wallLifetimeWei: wholeNumber("wall_lifetime_wei").notNull().default(sql`0`),
    wallPendingWei: wholeNumber("wall_pending_wei").notNull().default(sql`0`),
    wallPlacedWei: wholeNumber("wall_placed_wei").notNull().default(sql`0`),
    wallLiquidity: wholeNumber("wall_liquidity").notNull().default(sql`0`),
    wallLower: integer("wall_lower").notNull().default(0),
    wallUpper: integer("wall_upper").notNull().default(0),
    metadataState: text("metadata_state", { enum: METADATA_STATES }).notNull(),
    metadataAttempts: integer("metadata_attempts").notNull().default(0),
    metadataRetryAt: timestamp("metadata_retry_at", { withTimezone: true }).notNull().defaultNow(),
    description: text("description"),
    image: text("image"),
    website: text("website"),
    twitter: text("twitter"),
    telegram: text("telegram"),
    discord: text("discord"),
    farcaster: text("farcaster"),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.address] }),
    uniqueIndex("tokens_pool").on(table.datasetId, table.poolId),
    index("tokens_market_cap").on(
      table.datasetId,
      table.marketCapWei.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_created").on(
      table.datasetId,
      table.createdBlock.desc().nullsFirst(),
      table.createdLogIndex.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_manager_market_cap").on(
      table.datasetId,
      table.manager,
      table.marketCapWei.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_manager_created").on(
      table.datasetId,
      table.manager,
      table.createdBlock.desc().nullsFirst(),
      table.createdLogIndex.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_creator_market_cap").on(
      table.datasetId,
      table.creator,
      table.marketCapWei.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_creator_created").on(
      table.datasetId,
      table.creator,
      table.createdBlock.desc().nullsFirst(),
      table.createdLogIndex.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_owner_market_cap")
      .on(table.datasetId, table.owner, table.marketCapWei.desc().nullsFirst(), table.address)
      .where(sql`${table.owner} <> ${table.creator}`),
    index("tokens_owner_created")
      .on(
        table.datasetId,
        table.owner,
        table.createdBlock.desc().nullsFirst(),
        table.createdLogIndex.desc().nullsFirst(),
        table.address,
      )
      .where(sql`${table.owner} <> ${table.creator}`),
    index("tokens_volume").on(
      table.datasetId,
      table.volume24hWei.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_change").on(
      table.datasetId,
      table.priceChange24hE6.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_manager_volume")
      .on(table.datasetId, table.manager, table.volume24hWei.desc().nullsFirst(), table.address)
      .where(sql`${table.manager} is not null`),
    index("tokens_manager_change")
      .on(table.datasetId, table.manager, table.priceChange24hE6.desc().nullsFirst(), table.address)
      .where(sql`${table.manager} is not null`),
    index("tokens_creator_volume").on(
      table.datasetId,
      table.creator,
      table.volume24hWei.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_creator_change").on(
      table.datasetId,
      table.creator,
      table.priceChange24hE6.desc().nullsFirst(),
      table.address,
    ),
    index("tokens_owner_volume")
      .on(table.datasetId, table.owner, table.volume24hWei.desc().nullsFirst(), table.address)
      .where(sql`${table.owner} <> ${table.creator}`),
    index("tokens_owner_change")
      .on(table.datasetId, table.owner, table.priceChange24hE6.desc().nullsFirst(), table.address)
      .where(sql`${table.owner} <> ${table.creator}`),
    index("tokens_stream_waiting")
      .on(
        table.datasetId,
        table.owner,
        sql`(${table.earnedWei} - ${table.paidWei}) desc nulls first`,
        table.address,
      )
      .where(sql`${table.earnedWei} > 0`),
    index("tokens_uri").on(table.datasetId, table.tokenUri),
    // Of all datasets: whether a token refers to stored content.
    index("tokens_content_uri").using("hash", table.tokenUri),
    index("tokens_content_image").using("hash", table.image),
    index("tokens_metadata_due")
      .on(table.metadataRetryAt)
      .where(sql`${table.metadataState} = 'pending'`),
  ],
);

/** Token balances by address; rows of zero are removed. */
export const balances = market.table(
  "balances",
  {
    datasetId: datasetId(),
    token: addressBytes("token").notNull(),
    holder: addressBytes("holder").notNull(),
    amountWei: wholeNumber("amount_wei").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.token, table.holder] }),
    index("balances_amount").on(
      table.datasetId,
      table.token,
      table.amountWei.desc().nullsFirst(),
      table.holder,
    ),
  ],
);
