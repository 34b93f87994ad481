import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import type { TradePosition, TradeRow } from "../market";
import { launches, swaps } from "../tables/event-tables";
import { blocks, checkpoints } from "../tables/tables";

/** Position of an event; a `logIndex` beyond every log means the end of the block. */
type EventPosition = TradePosition;
type InChain = {
  token: Address;
  /** Null for blocks too old for a reorg. */
  blockHash: Hex | null;
};
export type LaunchRow = EventPosition &
  InChain & {
    kind: "launch";
    /** Unix seconds. */
    time: number;
    txHash: Hex;
    name: string;
    symbol: string;
    creator: Address;
    sqrtPriceX96: bigint;
    supplyWei: bigint;
  };
export type EventRow = LaunchRow | (TradeRow & InChain & { kind: "trade" });

export type EventQuery = {
  chainId: number;
  /** Events strictly after this position. */
  after: EventPosition;
  token?: Address | undefined;
  limit: number;
  /** Blocks whose hashes are requested. */
  hashesOf: readonly number[];
};
/** A consistent snapshot of the chain's rows. */
export type EventPage = {
  checkpoint: { block: number; hash: Hex };
  /** Hashes of the requested blocks that are still stored. */
  hashes: ReadonlyMap<number, Hex>;
  /** In chain order. */
  events: EventRow[];
};

/**
 * Launches and trades after a position, with the hashes that show whether the position is still on
 * the chain, in one snapshot. Null while nothing of the chain is indexed.
 */
export function readEvents(db: Database, query: EventQuery): Promise<EventPage | null> {
  return db.transaction(
    async (tx) => {
      const [checkpoint] = await tx
        .select({
          dataset: checkpoints.datasetId,
          block: checkpoints.block,
          hash: checkpoints.blockHash,
        })
        .from(checkpoints)
        .where(eq(checkpoints.datasetId, liveDataset(query.chainId)));
      if (checkpoint === undefined) return null;
      const remembered = await tx
        .select({ number: blocks.number, hash: blocks.hash })
        .from(blocks)
        .where(
          and(
            eq(blocks.datasetId, checkpoint.dataset),
            inArray(blocks.number, [...query.hashesOf]),
          ),
        );
      const isAhead = query.after.block > checkpoint.block;
      return {
        checkpoint: { block: checkpoint.block, hash: checkpoint.hash },
        hashes: new Map(remembered.map(({ number, hash }) => [number, hash])),
        events: isAhead ? [] : await readRows(tx, query, checkpoint),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

async function readRows(
  tx: Transaction,
  { after, token, limit }: EventQuery,
  checkpoint: { dataset: number; block: number },
): Promise<EventRow[]> {
  const within = (table: typeof launches | typeof swaps) =>
    and(
      eq(table.datasetId, checkpoint.dataset),
      token === undefined ? undefined : eq(table.token, token),
      sql`(${table.block}, ${table.logIndex}) > (${after.block}, ${after.logIndex})`,
      lte(table.block, checkpoint.block),
    );
  const position = (table: typeof launches | typeof swaps) => ({
    block: table.block,
    logIndex: table.logIndex,
    blockHash: blocks.hash,
    time: table.time,
    txHash: table.txHash,
    token: table.token,
  });
  const hashOf = (table: typeof launches | typeof swaps) =>
    and(eq(blocks.datasetId, table.datasetId), eq(blocks.number, table.block));
  const launched = await tx
    .select({
      ...position(launches),
      name: launches.name,
      symbol: launches.symbol,
      creator: launches.creator,
      sqrtPriceX96: launches.sqrtPriceX96,
      supplyWei: launches.supplyWei,
    })
    .from(launches)
    .leftJoin(blocks, hashOf(launches))
    .where(within(launches))
    .orderBy(asc(launches.block), asc(launches.logIndex))
    .limit(limit);
  const traded = await tx
    .select({
      ...position(swaps),
      trader: swaps.trader,
      ethToPoolWei: swaps.ethToPoolWei,
      tokenToPoolWei: swaps.tokenToPoolWei,
      feeWei: swaps.feeWei,
      sqrtPriceX96: swaps.sqrtPriceX96,
      marketCapWei: swaps.marketCapWei,
    })
    .from(swaps)
    .leftJoin(blocks, hashOf(swaps))
    .where(within(swaps))
    .orderBy(asc(swaps.block), asc(swaps.logIndex))
    .limit(limit);
  return [
    ...launched.map((row) => ({ kind: "launch" as const, ...row })),
    ...traded.map((row) => ({ kind: "trade" as const, ...row })),
  ]
    .sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    .slice(0, limit);
}
