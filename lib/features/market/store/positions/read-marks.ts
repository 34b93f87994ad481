import { sql } from "drizzle-orm";
import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";
import type { PoolPositions } from "../../rules/pool-math";
import { liveDataset } from "../live-dataset";
import type { OfToken } from "../market";
import { wallMoves } from "../tables/event-tables";
import { positionChanges } from "../tables/position-tables";
import {
  addressColumn,
  bigColumn,
  hexColumn,
  hexParam,
  intColumn,
  type RawRow,
  readRows,
} from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import { type ChangeRow, FLOW_COLUMNS, readChange } from "./position-rows";

/** Trades of the creator, and moves of the bid wall, that a chart can mark. */
export const MARKS_EACH = 500;

const tokenRow = z.object({
  creator: addressColumn,
  name: z.string(),
  symbol: z.string(),
  supplyWei: bigColumn,
  sqrtPriceX96: bigColumn,
  lower: intColumn,
  upper: intColumn,
  liquidity: bigColumn,
});
const moveRow = z.object({
  block: intColumn,
  logIndex: intColumn,
  time: intColumn,
  txHash: hexColumn,
  ethPlacedWei: bigColumn,
  tokensBurnedWei: bigColumn,
});

/** Actions of the creator and the bid wall. Changes and moves are newest first. */
export type TokenMarksRow = {
  creator: Address;
  supplyWei: bigint;
  sqrtPriceX96: bigint;
  wall: PoolPositions["wall"];
  trades: ChangeRow[];
  moves: z.output<typeof moveRow>[];
};

/**
 * Reads the markers of a chart, in one snapshot; null for an unknown token. Each statement reads a
 * bounded range of an index.
 */
export function readMarks(
  db: Database,
  { chainId, address }: OfToken,
): Promise<TokenMarksRow | null> {
  const datasetId = liveDataset(chainId);
  const token = hexParam(address);
  return db.transaction(
    async (tx): Promise<TokenMarksRow | null> => {
      const [found] = await readRows(
        tx,
        tokenRow,
        sql`
          select creator, name, symbol, supply_wei as "supplyWei", sqrt_price_x96 as "sqrtPriceX96",
            wall_lower as lower, wall_upper as upper, wall_liquidity as liquidity
          from ${tokens} where dataset_id = ${datasetId} and address = ${token}`,
      );
      if (found === undefined) return null;
      const { creator, name, symbol, supplyWei, sqrtPriceX96, ...wall } = found;
      const trades = await readRows(
        tx,
        (row: RawRow) => readChange({ ...row, name, symbol }),
        sql`
          select p.token, p.block, p.log_index as "logIndex", p.time, p.tx_hash as "txHash",
            ${FLOW_COLUMNS}
          from ${positionChanges} as p
          where p.dataset_id = ${datasetId} and p.holder = ${hexParam(creator)} and p.token = ${token}
            and (p.paid_wei > 0 or p.proceeds_wei > 0)
          order by p.block desc, p.log_index desc limit ${MARKS_EACH}`,
      );
      const moves = await readRows(
        tx,
        moveRow,
        sql`
          select block, log_index as "logIndex", time, tx_hash as "txHash",
            eth_placed_wei as "ethPlacedWei", tokens_burned_wei as "tokensBurnedWei"
          from ${wallMoves} where dataset_id = ${datasetId} and token = ${token}
          order by block desc, log_index desc limit ${MARKS_EACH}`,
      );
      return { creator, supplyWei, sqrtPriceX96, wall, trades, moves };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
