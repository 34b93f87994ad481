import tickMath from "@uniswap/v4-core/out/TickMathTest.sol/TickMathTest.json";
import {
  type Address,
  type GetLogsReturnType,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiItem,
  parseEventLogs,
  zeroAddress,
} from "viem";
import { z } from "zod";
import type { Deployment } from "@/lib/schemas/deployment";
import type { TestChain } from "./test-chains";

/**
 * Events of the launchpad's pools, from the raw logs of Uniswap's PoolManager and the hook's
 * standard fee event. It shares no code with the product: positions come from `ModifyLiquidity`,
 * prices of ticks from Uniswap's own TickMath on chain.
 */

const managerAbi = parseAbi([
  "event Initialize(bytes32 indexed id, address indexed currency0, address indexed currency1, uint24 fee, int24 tickSpacing, address hooks, uint160 sqrtPriceX96, int24 tick)",
  "event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt)",
  "event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee)",
  "event HookFee(bytes32 indexed id, address indexed sender, uint128 feeAmount0, uint128 feeAmount1)",
]);
const tickMathAbi = [
  parseAbiItem("function getSqrtPriceAtTick(int24 tick) view returns (uint160)"),
] as const;
const artifact = z.object({
  bytecode: z.object({ object: z.templateLiteral(["0x", z.string()]) }),
});
const BLOCKS_AT_ONCE = 2_000n;
const Q96 = 1n << 96n;

export type ReplayedEvent = {
  block: number;
  time: number;
  txHash: Hex;
  /** Sender of the transaction. */
  from: Address;
  poolId: Hex;
  token: Address;
  kind: "buy" | "sell" | "join" | "exit";
  eth: bigint;
  tokens: bigint;
  fee: bigint;
  sqrtPriceX96: bigint;
  reserves: { eth: bigint; tokens: bigint };
};

type Position = { a: bigint; b: bigint; liquidity: bigint };
type Pool = { token: Address; price: bigint; positions: Map<string, Position> };

/** Deploys Uniswap's TickMath; returns its prices. */
async function tickPrices(chain: TestChain): Promise<(tick: number) => Promise<bigint>> {
  const { wallet } = await chain.funded();
  const bytecode = artifact.parse(tickMath).bytecode.object;
  const hash = await wallet.deployContract({ abi: tickMathAbi, bytecode });
  const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error("TickMath was not deployed");
  const known = new Map<number, Promise<bigint>>();
  return (tick) => {
    const found =
      known.get(tick) ??
      chain.client.readContract({
        address: contractAddress,
        abi: tickMathAbi,
        functionName: "getSqrtPriceAtTick",
        args: [tick],
      });
    known.set(tick, found);
    return found;
  };
}

const up = (value: bigint, by: bigint) => (value + by - 1n) / by;

/** Amounts of liquidity between two prices, at a price. */
function amountsOf({ a, b, liquidity }: Position, price: bigint, roundsUp: boolean) {
  const at = price < a ? a : price > b ? b : price;
  const top = liquidity * Q96 * (b - at);
  const low = liquidity * (at - a);
  return roundsUp
    ? { eth: up(up(top, b), at), tokens: up(low, Q96) }
    : { eth: top / b / at, tokens: low / Q96 };
}

function reservesOf({ positions, price }: Pool) {
  const sum = { eth: 0n, tokens: 0n };
  for (const position of positions.values()) {
    const { eth, tokens } = amountsOf(position, price, false);
    sum.eth += eth;
    sum.tokens += tokens;
  }
  return sum;
}

export type Replay = (upTo: number) => Promise<ReplayedEvent[]>;

/** A replay of every change of every pool up to a block, in chain order. Mines a block. */
export async function createReplay(chain: TestChain, deployment: Deployment): Promise<Replay> {
  const priceAt = await tickPrices(chain);
  return (upTo) => replayPools(chain, deployment, upTo, priceAt);
}

async function replayPools(
  chain: TestChain,
  { contracts }: Deployment,
  upTo: number,
  priceAt: (tick: number) => Promise<bigint>,
): Promise<ReplayedEvent[]> {
  const { client } = chain;
  const logs: GetLogsReturnType = [];
  for (let from = 0n; from <= BigInt(upTo); from += BLOCKS_AT_ONCE) {
    const last = from + BLOCKS_AT_ONCE - 1n;
    const toBlock = last < BigInt(upTo) ? last : BigInt(upTo);
    const address = [contracts.poolManager, contracts.launchHook];
    logs.push(...(await client.getLogs({ address, fromBlock: from, toBlock })));
  }
  const senders = new Map<Hex, { from: Address; time: number }>();
  for (const blockNumber of new Set(logs.map((log) => log.blockNumber))) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true });
    for (const { hash, from } of block.transactions) {
      senders.set(hash, { from: getAddress(from), time: Number(block.timestamp) });
    }
  }
  const pools = new Map<Hex, Pool>();
  const events: ReplayedEvent[] = [];
  let swapped: ReplayedEvent | null = null;
  for (const log of parseEventLogs({ abi: managerAbi, logs })) {
    const { args, eventName } = log;
    if (eventName === "Initialize") {
      const isOurs =
        args.currency0 === zeroAddress && args.hooks === getAddress(contracts.launchHook);
      if (!isOurs) continue;
      const token = getAddress(args.currency1);
      pools.set(args.id, { token, price: args.sqrtPriceX96, positions: new Map() });
      continue;
    }
    const pool = pools.get(args.id);
    const sent = senders.get(log.transactionHash);
    if (pool === undefined || sent === undefined) continue;
    const place = {
      block: Number(log.blockNumber),
      ...sent,
      txHash: log.transactionHash,
      poolId: args.id,
      token: pool.token,
      fee: 0n,
    };
    if (eventName === "ModifyLiquidity") {
      const key = `${args.tickLower} ${args.tickUpper} ${args.salt}`;
      const [a, b] = [await priceAt(args.tickLower), await priceAt(args.tickUpper)];
      const { liquidityDelta: delta } = args;
      const size = delta < 0n ? -delta : delta;
      const amounts = amountsOf({ a, b, liquidity: size }, pool.price, delta > 0n);
      const before = pool.positions.get(key)?.liquidity ?? 0n;
      pool.positions.set(key, { a, b, liquidity: before + delta });
      const reserves = reservesOf(pool);
      const kind = delta > 0n ? "join" : "exit";
      events.push({ ...place, kind, ...amounts, sqrtPriceX96: pool.price, reserves });
    } else if (eventName === "Swap") {
      pool.price = args.sqrtPriceX96;
      const isBuy = args.amount0 < 0n;
      swapped = {
        ...place,
        kind: isBuy ? "buy" : "sell",
        eth: isBuy ? -args.amount0 : args.amount0,
        tokens: isBuy ? args.amount1 : -args.amount1,
        sqrtPriceX96: pool.price,
        reserves: reservesOf(pool),
      };
    } else {
      // The fee follows its swap: it is part of what a buyer paid, and of what a sale yielded.
      if (swapped === null) throw new Error("a fee without a swap");
      const fee = args.feeAmount0;
      events.push({
        ...swapped,
        fee,
        eth: swapped.kind === "buy" ? swapped.eth + fee : swapped.eth,
      });
      swapped = null;
    }
  }
  return events.filter(({ eth, tokens, kind }) =>
    kind === "buy" || kind === "sell" ? eth > 0n && tokens > 0n : eth > 0n || tokens > 0n,
  );
}
