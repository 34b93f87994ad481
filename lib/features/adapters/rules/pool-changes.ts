import type { Address, Hex } from "viem";
import {
  type PoolPositions,
  poolReserves,
  seedTokens,
  tokensInPosition,
} from "@/lib/features/market/rules/pool-math";
import { tradeVolumeWei } from "@/lib/features/market/rules/trade";

/** Events of pools, as the dataset stores them, in chain order. */
export type PoolEvent = {
  block: number;
  logIndex: number;
  time: number;
  txHash: Hex;
  token: Address;
} & (
  | {
      kind: "swap";
      trader: Address;
      ethToPoolWei: bigint;
      tokenToPoolWei: bigint;
      feeWei: bigint;
      sqrtPriceX96: bigint;
    }
  | { kind: "move"; ethPlacedWei: bigint; ethReturnedWei: bigint; wall: PoolPositions["wall"] }
  | { kind: "launch"; launcher: Address }
);

/** A change of a pool as sites count it. Amounts are not negative. */
export type PoolChange = {
  block: number;
  time: number;
  txHash: Hex;
  /** Orders the transactions of a block, and the changes of a transaction. */
  txIndex: number;
  eventIndex: number;
  maker: Address;
  poolId: Hex;
  /** Reserves of the positions after the change. */
  reserves: { ethWei: bigint; tokenWei: bigint };
  sqrtPriceX96: bigint;
} & Amounts;

type Move = Extract<PoolEvent, { kind: "move" }>;
type Pool = PoolPositions & { token: Address; poolId: Hex };

/**
 * The changes that sites count, of events in chain order.
 *
 * The ETH side of a trade includes the fee of the hook: what a buyer paid, and what the pool paid out
 * for a sale before the fee. The fee is the same part of both, and volumes are those of the Data API.
 * A sale for less than a wei is left out, because sites stop at amounts of zero.
 * @param events of whole blocks
 * @param pools the pools' state before the first event
 * @param hookOf the hook of a token's pool, which moves bid walls
 */
export function toPoolChanges(
  events: readonly PoolEvent[],
  pools: readonly Pool[],
  hookOf: (token: Address, poolId: Hex) => Address,
): PoolChange[] {
  const states = new Map(pools.map((pool) => [pool.token, pool]));
  const traders = new Map(
    events.flatMap((one) => (one.kind === "swap" ? [[one.txHash, one.trader]] : [])),
  );
  const txIndexOf = numberTransactions(events);
  return events.flatMap((event): PoolChange[] => {
    const before = states.get(event.token);
    if (before === undefined) return [];
    const after = apply(before, event);
    states.set(event.token, after);
    const { block, time, txHash } = event;
    const common = { block, time, txHash, txIndex: txIndexOf(event), poolId: before.poolId };
    const maker =
      event.kind === "swap"
        ? event.trader
        : event.kind === "launch"
          ? event.launcher
          : (traders.get(txHash) ?? hookOf(event.token, before.poolId));
    return changesOf(before, after, event).map((change, nth) => ({
      ...common,
      eventIndex: 2 * event.logIndex + nth,
      maker,
      ...change,
    }));
  });
}

/** Transactions of a block in chain order, those without an event not counted. */
function numberTransactions(events: readonly PoolEvent[]): (event: PoolEvent) => number {
  const numbers = new Map<string, number>();
  const counts = new Map<number, number>();
  for (const { block, txHash } of events) {
    if (numbers.has(txHash)) continue;
    const number = counts.get(block) ?? 0;
    numbers.set(txHash, number);
    counts.set(block, number + 1);
  }
  return ({ txHash }) => numbers.get(txHash) ?? 0;
}

function apply(pool: Pool, event: PoolEvent): Pool {
  if (event.kind === "swap") return { ...pool, sqrtPriceX96: event.sqrtPriceX96 };
  return event.kind === "move" ? { ...pool, wall: event.wall } : pool;
}

type Amounts =
  | { kind: "buy" | "sell"; ethWei: bigint; tokenWei: bigint; feeWei: bigint }
  | { kind: "join" | "exit"; ethWei: bigint; tokenWei: bigint };
type Change = Amounts & Pick<PoolChange, "reserves" | "sqrtPriceX96">;

function changesOf(before: Pool, after: Pool, event: PoolEvent): Change[] {
  const { sqrtPriceX96 } = after;
  const state = { reserves: poolReserves(after), sqrtPriceX96 };
  switch (event.kind) {
    case "launch": {
      const tokenWei = seedTokens(before.startingSqrtPriceX96);
      return [{ ...state, kind: "join", ethWei: 0n, tokenWei }];
    }
    case "swap": {
      const { feeWei, tokenToPoolWei } = event;
      const isBuy = event.ethToPoolWei > 0n;
      const ethWei = tradeVolumeWei(event);
      const tokenWei = isBuy ? -tokenToPoolWei : tokenToPoolWei;
      if (ethWei <= 0n || tokenWei <= 0n) return [];
      return [{ ...state, kind: isBuy ? "buy" : "sell", ethWei, tokenWei, feeWei }];
    }
    case "move": {
      const without = poolReserves({ ...after, wall: { ...after.wall, liquidity: 0n } });
      return changesOfWall(before, event).map((change) => ({
        ...change,
        reserves: change.kind === "exit" ? without : state.reserves,
        sqrtPriceX96,
      }));
    }
  }
}

/**
 * A wall that stays in place only grows. One that is taken down takes the tokens that it bought out of
 * the pool; one that is placed brings ETH in. `poke` does both in one move.
 */
function changesOfWall({ wall, sqrtPriceX96 }: Pool, move: Move): Amounts[] {
  const { ethPlacedWei, ethReturnedWei } = move;
  const boughtWei = wall.liquidity === 0n ? 0n : tokensInPosition({ ...wall, sqrtPriceX96 });
  const isFed =
    wall.liquidity > 0n && ethPlacedWei > 0n && boughtWei === 0n && move.wall.lower === wall.lower;
  const outWei = isFed ? 0n : ethReturnedWei;
  const inWei = isFed ? ethPlacedWei - ethReturnedWei : ethPlacedWei;
  const changes: Amounts[] = [
    { kind: "exit", ethWei: outWei, tokenWei: boughtWei },
    { kind: "join", ethWei: inWei, tokenWei: 0n },
  ];
  return changes.filter(({ ethWei, tokenWei }) => ethWei > 0n || tokenWei > 0n);
}
