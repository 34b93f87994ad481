import { bigint, index, integer, primaryKey } from "drizzle-orm/pg-core";
import { addressBytes, wholeNumber } from "@/lib/drivers/db/columns";
import { datasetId, market } from "./tables";

/**
 * Figures by which lists are ordered and filtered, one narrow row a token. They are derived from the
 * other tables once a minute for the tokens whose figures may have changed (`refresh-ranks.ts`), so
 * that trades do not write these indexes.
 */
export const tokenRanks = market.table(
  "token_ranks",
  {
    datasetId: datasetId(),
    token: addressBytes("token").notNull(),
    createdAt: bigint("created_at", { mode: "number" }).notNull(),
    marketCapWei: wholeNumber("market_cap_wei").notNull(),
    volume24hWei: wholeNumber("volume_24h_wei").notNull(),
    /** Percent times 10^6 since the price at the start of the window, in whole minutes. */
    change5mE6: wholeNumber("change_5m_e6").notNull(),
    change1hE6: wholeNumber("change_1h_e6").notNull(),
    change6hE6: wholeNumber("change_6h_e6").notNull(),
    change24hE6: wholeNumber("change_24h_e6").notNull(),
    trades24h: integer("trades_24h").notNull(),
    holders: integer("holders").notNull(),
    /** ETH in the pool: the position of the launch and the bid wall. */
    liquidityWei: wholeNumber("liquidity_wei").notNull(),
    /** Balance of the creator's wallet, in 1/10,000 of the supply. */
    creatorBps: integer("creator_bps").notNull(),
    /**
     * Balances of the largest holders, and those of the buyers of the first traded block, of each at
     * most what it bought there.
     */
    topHoldersBps: integer("top_holders_bps").notNull().default(0),
    firstBlockBps: integer("first_block_bps").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.token] }),
    ...(
      [
        ["created", table.createdAt],
        ["market_cap", table.marketCapWei],
        ["volume", table.volume24hWei],
        ["change_5m", table.change5mE6],
        ["change_1h", table.change1hE6],
        ["change_6h", table.change6hE6],
        ["change_24h", table.change24hE6],
        ["trades", table.trades24h],
        ["holders", table.holders],
        ["liquidity", table.liquidityWei],
        ["creator", table.creatorBps],
      ] as const
    ).map(([name, key]) =>
      index(`token_ranks_${name}`).on(table.datasetId, key.desc().nullsFirst(), table.token),
    ),
  ],
);

/** Tokens whose row of `token_ranks` must be derived again. */
export const rankQueue = market.table(
  "rank_queue",
  { datasetId: datasetId(), token: addressBytes("token").notNull() },
  (table) => [primaryKey({ columns: [table.datasetId, table.token] })],
);
