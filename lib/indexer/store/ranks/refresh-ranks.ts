import { eq, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { insertRows } from "@/lib/drivers/db/insert-rows";
import { bucketStart } from "@/lib/features/market/rules/candles";
import { swaps, transfers, wallMoves } from "@/lib/features/market/store/tables/event-tables";
import { rankQueue, tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import { hex, readRows, text } from "@/lib/features/market/store/tables/raw-columns";
import { candles } from "@/lib/features/market/store/tables/series-tables";
import { checkpoints, tokens } from "@/lib/features/market/store/tables/tables";
import { updateTerms } from "@/lib/features/market/store/tokens/search/token-terms";
import { queueRanks } from "./change-ranks";
import { type Derivation, rankFacts, toRank, WINDOWS } from "./rank-facts";

const MINUTE = 60;
/** Tokens derived in one transaction. */
const BATCH = 1_000;
/**
 * Increase it when a figure is added or its derivation changes: all ranks are then derived again.
 */
const RANKS_VERSION = 3;

export type RankRun = {
  /** Unix seconds, rounded down to a minute. */
  time: number;
  /** Contracts of the market, which do not count as holders. */
  contracts: ReadonlySet<Address>;
  /** Ends the run after its current batch; the rest stays queued. */
  signal?: AbortSignal;
};

/**
 * Updates the ranks and the sizes of search terms of tokens whose figures may have changed since the
 * last call: traded or transferred tokens, and those with a trade at an edge of a window that moved.
 * Safe while the indexer writes: later changes are queued again.
 */
export async function refreshRanks(
  db: Database,
  datasetId: number,
  { time, contracts, signal }: RankRun,
): Promise<void> {
  const at = await queueChanged(db, datasetId, bucketStart(time, MINUTE));
  while (
    signal?.aborted !== true &&
    (await deriveBatch(db, { datasetId, at, contracts })) === BATCH
  );
}

/** Queues what changed since the last call. @returns the minute at which all windows end */
async function queueChanged(db: Database, datasetId: number, time: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        at: checkpoints.rankedAt,
        block: checkpoints.rankedBlock,
        newest: checkpoints.block,
        version: checkpoints.ranksVersion,
      })
      .from(checkpoints)
      .where(eq(checkpoints.datasetId, datasetId))
      .for("update");
    if (row === undefined) return time;
    const { block, newest, version } = row;
    if (version < RANKS_VERSION) {
      await queueRanks(
        tx,
        datasetId,
        sql`select address as token from ${tokens} where dataset_id = ${datasetId}`,
      );
    }
    const at = Math.max(row.at, time);
    // Trades that left a window, or became its reference price, since the last call. The first call
    // takes every trade anyway.
    const edges =
      row.at === 0
        ? [sql`false`]
        : WINDOWS.map((window) => sql`start between ${row.at - window} and ${at - window}`);
    await queueRanks(
      tx,
      datasetId,
      sql`
        select token from ${candles} where dataset_id = ${datasetId} and seconds = 60
          and (${sql.join(edges, sql` or `)})
        union
        select token from ${swaps} where dataset_id = ${datasetId} and block > ${block}
        union
        select token from ${transfers} where dataset_id = ${datasetId} and block > ${block}
        union
        select token from ${wallMoves} where dataset_id = ${datasetId} and block > ${block}`,
    );
    await tx
      .update(checkpoints)
      .set({ rankedAt: at, rankedBlock: newest, ranksVersion: RANKS_VERSION })
      .where(eq(checkpoints.datasetId, datasetId));
    return at;
  });
}

/** Derives queued tokens. @returns how many */
async function deriveBatch(db: Database, derivation: Derivation): Promise<number> {
  const { datasetId } = derivation;
  return db.transaction(async (tx) => {
    const taken = await readRows(
      tx,
      ({ token }) => hex(token),
      sql`
        delete from ${rankQueue} where dataset_id = ${datasetId} and token in (
          select q.token from ${rankQueue} as q where q.dataset_id = ${datasetId} limit ${BATCH}
        ) returning token`,
    );
    if (taken.length === 0) return 0;
    const derived = await readRows(
      tx,
      (row) => ({
        rank: toRank(datasetId, row),
        address: hex(row.address),
        name: text(row.name),
        symbol: text(row.symbol),
      }),
      rankFacts(derivation, taken),
    );
    await insertRows(
      tx,
      tokenRanks,
      derived.map(({ rank }) => rank),
      sql`on conflict (dataset_id, token) do update set ${UPDATED}`,
    );
    await updateTerms(
      tx,
      datasetId,
      derived.map(({ rank: { marketCapWei }, ...token }) => ({ ...token, marketCapWei })),
    );
    return taken.length;
  });
}

const UPDATED = sql.raw(
  [
    "market_cap_wei",
    "volume_24h_wei",
    "change_5m_e6",
    "change_1h_e6",
    "change_6h_e6",
    "change_24h_e6",
    "trades_24h",
    "holders",
    "liquidity_wei",
    "creator_bps",
    "top_holders_bps",
    "first_block_bps",
  ]
    .map((name) => `${name} = excluded.${name}`)
    .join(", "),
);
