import { sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { PoolPositions } from "../../rules/pool-math";
import { liveDataset } from "../live-dataset";
import type { TradePosition } from "../market";
import { launches, swaps, wallMoves } from "../tables/event-tables";
import {
  big,
  hex,
  hexArray,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  readRows,
} from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import { type FinalBlock, readFinalBlock } from "./read-final-block";

type Place = TradePosition & { time: number; txHash: Hex; token: Address };
export type PoolSwap = Place & {
  kind: "swap";
  trader: Address;
  /** Positive towards the pool, without the fee. */
  ethToPoolWei: bigint;
  tokenToPoolWei: bigint;
  feeWei: bigint;
  sqrtPriceX96: bigint;
};
/** A move of the bid wall; the liquidity is that of the position after it. */
export type PoolMove = Place & {
  kind: "move";
  ethPlacedWei: bigint;
  ethReturnedWei: bigint;
  wall: PoolPositions["wall"];
};
export type PoolLaunch = Place & { kind: "launch"; launcher: Address };
export type PoolEvent = PoolSwap | PoolMove | PoolLaunch;

/** A token's pool right before a block. */
export type PoolBefore = PoolPositions & { token: Address; poolId: Hex };

export type PoolEvents =
  | { kind: "found"; events: PoolEvent[]; pools: PoolBefore[] }
  /** There are more events than requested. */
  | { kind: "too_many" }
  /** The range ends after the final block; null before there is one. */
  | { kind: "not_final"; final: FinalBlock | null };

/**
 * Everything that changed pools in a range of final blocks, in chain order, with the pools' state
 * before it. All of it is one snapshot of one dataset.
 * @param options.most events of each kind
 */
export function readPoolEvents(
  db: Database,
  options: { chainId: number; depth: number; from: number; to: number; most: number },
): Promise<PoolEvents> {
  return db.transaction(
    async (tx): Promise<PoolEvents> => {
      const final = await readFinalBlock(tx, options);
      if (final === null || options.to > final.block) return { kind: "not_final", final };
      const swapped = await readSwaps(tx, options);
      const moved = await readMoves(tx, options);
      const launched = await readLaunches(tx, options);
      const events = [...launched, ...swapped, ...moved].sort(
        (a, b) => a.block - b.block || a.logIndex - b.logIndex,
      );
      if (events.length > options.most) return { kind: "too_many" };
      const names = [...new Set(events.map(({ token }) => token))];
      return { kind: "found", events, pools: await readPools(tx, options, names) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Range = { chainId: number; from: number; to: number; most: number };

/** Rows of an event table in the range; one more than allowed, so that a cut is noticed. */
const inRange = ({ chainId, from, to, most }: Range) => sql`
  where e.dataset_id = ${liveDataset(chainId)} and e.block between ${from}::bigint and ${to}::bigint
  order by e.block, e.log_index limit ${most + 1}`;

const place = sql`e.block, e.log_index as "logIndex", e.time, e.tx_hash as "txHash", e.token`;

function readPlace(row: RawRow): Place {
  return {
    block: int(row.block),
    logIndex: int(row.logIndex),
    time: int(row.time),
    txHash: hex(row.txHash),
    token: readAddress(row.token),
  };
}

function readSwaps(db: Executor, range: Range): Promise<PoolSwap[]> {
  return readRows(
    db,
    (row) => ({
      ...readPlace(row),
      kind: "swap",
      trader: readAddress(row.trader),
      ethToPoolWei: big(row.ethToPoolWei),
      tokenToPoolWei: big(row.tokenToPoolWei),
      feeWei: big(row.feeWei),
      sqrtPriceX96: big(row.sqrtPriceX96),
    }),
    sql`
      select ${place}, e.trader, e.eth_to_pool_wei as "ethToPoolWei",
        e.token_to_pool_wei as "tokenToPoolWei", e.fee_wei as "feeWei",
        e.sqrt_price_x96 as "sqrtPriceX96"
      from ${swaps} as e ${inRange(range)}`,
  );
}

function readMoves(db: Executor, range: Range): Promise<PoolMove[]> {
  return readRows(
    db,
    (row) => ({
      ...readPlace(row),
      kind: "move",
      ethPlacedWei: big(row.ethPlacedWei),
      ethReturnedWei: big(row.ethReturnedWei),
      wall: { lower: int(row.lower), upper: int(row.upper), liquidity: big(row.liquidity) },
    }),
    sql`
      select ${place}, e.eth_placed_wei as "ethPlacedWei", e.eth_returned_wei as "ethReturnedWei",
        e.liquidity, e.tick_lower as lower, e.tick_upper as upper
      from ${wallMoves} as e ${inRange(range)}`,
  );
}

function readLaunches(db: Executor, range: Range): Promise<PoolLaunch[]> {
  return readRows(
    db,
    (row) => ({ ...readPlace(row), kind: "launch", launcher: readAddress(row.launcher) }),
    sql`select ${place}, e.launcher from ${launches} as e ${inRange(range)}`,
  );
}

/** The pools of tokens before the first block of the range, each by its newest trade and move. */
function readPools(db: Executor, { chainId, from }: Range, list: Address[]): Promise<PoolBefore[]> {
  if (list.length === 0) return Promise.resolve([]);
  return readRows(
    db,
    (row) => {
      const startingSqrtPriceX96 = big(row.startingSqrtPriceX96);
      return {
        token: readAddress(row.token),
        poolId: hex(row.poolId),
        startingSqrtPriceX96,
        sqrtPriceX96: orNull(big, row.sqrtPriceX96) ?? startingSqrtPriceX96,
        wall: {
          lower: orNull(int, row.lower) ?? 0,
          upper: orNull(int, row.upper) ?? 0,
          liquidity: orNull(big, row.liquidity) ?? 0n,
        },
      };
    },
    sql`
      select t.address as token, t.pool_id as "poolId",
        t.starting_sqrt_price_x96 as "startingSqrtPriceX96", s.sqrt_price_x96 as "sqrtPriceX96",
        w.liquidity, w.tick_lower as lower, w.tick_upper as upper
      from ${tokens} as t
      left join lateral (
        select s.sqrt_price_x96 from ${swaps} as s
        where s.dataset_id = t.dataset_id and s.token = t.address and s.block < ${from}::bigint
        order by s.block desc, s.log_index desc limit 1
      ) as s on true
      left join lateral (
        select w.liquidity, w.tick_lower, w.tick_upper from ${wallMoves} as w
        where w.dataset_id = t.dataset_id and w.token = t.address and w.block < ${from}::bigint
        order by w.block desc, w.log_index desc limit 1
      ) as w on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = any(${hexArray(list)})`,
  );
}
