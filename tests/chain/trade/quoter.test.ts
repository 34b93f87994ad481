import {
  quoteSwap,
  type SwapOrder,
  type SwapPool,
  SwapQuoteError,
} from "@slipway-launchpad/client";
import { type Address, type Hex, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyFeeBpsAt } from "@/lib/features/market/rules/launch-protection";
import { poolIdOf, poolKeyOf } from "@/lib/features/trade/rules/pool-key";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { seededRandom } from "../../indexer/support/seeded-random";
import { type Launchpad, NO_MANAGER, startLaunchpad } from "../../setup/chain/launchpad";

/**
 * The reference quoter against Uniswap's V4Quoter on pools with and without bid walls, for swaps of
 * all four kinds from one wei to far beyond the pool. `QUOTES=1000` runs more than the suite.
 */
const QUOTES = Number(process.env.QUOTES ?? 300);
const TIMEOUT_MS = QUOTES > 1_000 ? 900_000 : 120_000;
const PER_STATE = 10;

const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
]);
const quoterAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)",
  "function quoteExactOutputSingle(Params params) returns (uint256 amountIn, uint256 gasEstimate)",
]);

let pad: Launchpad;
beforeAll(async () => {
  pad = await startLaunchpad();
});
afterAll(() => pad.stop());

/** The state that integrators read: three calls. */
async function readPool(token: Address): Promise<SwapPool> {
  const { stateView, launchHook, launchLens } = pad.contracts;
  const poolId = poolIdOf(poolKeyOf(token, launchHook));
  const hook = { address: launchHook, abi: launchHookAbi } as const;
  const [slot0, state, locked, feeBps] = await Promise.all([
    pad.client.readContract({
      address: stateView,
      abi: stateViewAbi,
      functionName: "getSlot0",
      args: [poolId],
    }),
    pad.client.readContract({ ...hook, functionName: "poolState", args: [token] }),
    pad.client.readContract({
      address: launchLens,
      abi: launchLensAbi,
      functionName: "lockedLiquidity",
      args: [token],
    }),
    pad.client.readContract({ ...hook, functionName: "feeBps" }),
  ]);
  const [sqrtPriceX96, tick] = slot0;
  const { tickLower, tickUpper, liquidity } = locked;
  const { wallLower, wallLiquidity, startTick } = state;
  const wall = { tickLower: wallLower, tickUpper: wallLower + 60, liquidity: wallLiquidity };
  return {
    sqrtPriceX96,
    tick,
    startTick,
    positions: [{ tickLower, tickUpper, liquidity }, wall],
    feeBps: { buy: feeBps, sell: feeBps },
  };
}

/** V4Quoter's amount of the other side; null when it reverts. */
async function askQuoter(token: Address, { side, exact, amount }: SwapOrder) {
  const poolKey = poolKeyOf(token, pad.contracts.launchHook);
  const hookData: Hex = "0x";
  const params = { poolKey, zeroForOne: side === "buy", exactAmount: amount, hookData };
  const call = { address: pad.contracts.v4Quoter, abi: quoterAbi, args: [params] } as const;
  try {
    const { result } =
      exact === "in"
        ? await pad.client.simulateContract({ ...call, functionName: "quoteExactInputSingle" })
        : await pad.client.simulateContract({ ...call, functionName: "quoteExactOutputSingle" });
    return result[0];
  } catch (error) {
    if (error instanceof Error && error.message.includes("reverted")) return null;
    throw error;
  }
}

function ownQuote(pool: SwapPool, order: SwapOrder) {
  try {
    const { amountIn, amountOut } = quoteSwap(pool, order);
    return order.exact === "in" ? amountOut : amountIn;
  } catch (error) {
    if (error instanceof SwapQuoteError) return null;
    throw error;
  }
}

it(
  `equals V4Quoter to the wei for ${QUOTES} random swaps`,
  async () => {
    const random = seededRandom(1_907);
    const seen = { walls: 0, bare: 0, refused: 0, kinds: new Set<string>() };
    const tokens: Address[] = [];
    let holder = 0n;
    for (let done = 0, round = 0; done < QUOTES; round += 1) {
      if (round % 12 === 0) {
        const share = random.pick([0, 5_000, 8_000, 10_000]);
        const { token } = await pad.launch(pad.operator.account.address, undefined, share);
        await pad.approve(pad.operator, token);
        tokens.push(token);
      }
      const token = tokens.at(-1);
      if (token === undefined) throw new Error("nothing was launched");
      const pool = await readPool(token);
      const hasWall = pool.positions.some(({ liquidity }, i) => i === 1 && liquidity > 0n);
      for (let i = 0; i < PER_STATE && done < QUOTES; i += 1, done += 1) {
        const order = randomOrder(random);
        const expected = await askQuoter(token, order);
        expect(ownQuote(pool, order), `${order.side} exact ${order.exact} ${order.amount}`).toBe(
          expected,
        );
        seen[hasWall ? "walls" : "bare"] += 1;
        if (expected === null) seen.refused += 1;
        else seen.kinds.add(`${order.side} ${order.exact}`);
      }
      // Minutes pass, so that the anchor follows and walls are placed near the price.
      await pad.anvil.test.increaseTime({ seconds: 60 * (1 + random.below(2_000)) });
      holder = await pad.balanceOf(token, pad.operator.account.address);
      const sells = holder > 0n && random.next() < 0.4;
      const amount = sells
        ? (holder * BigInt(1 + random.below(90))) / 100n
        : parseEther((0.01 + random.next() ** 3 * 6).toFixed(9));
      await pad.swap(pad.operator, { token, side: sells ? "sell" : "buy", exact: "in", amount });
    }
    expect(seen.kinds.size).toBe(4);
    expect(seen.walls).toBeGreaterThan(QUOTES / 6);
    expect(seen.bare).toBeGreaterThan(QUOTES / 20);
    expect(seen.refused).toBeGreaterThan(QUOTES / 50);
  },
  TIMEOUT_MS,
);

/** Sizes are spread over all orders of magnitude: 1 wei to 10^31 units. */
function randomOrder(random: ReturnType<typeof seededRandom>): SwapOrder {
  const side = random.pick(["buy", "sell"] as const);
  const exact = random.pick(["in", "out"] as const);
  const isEth = (side === "buy") === (exact === "in");
  const digits = random.below(isEth ? 23 : 32);
  const amount =
    10n ** BigInt(digits) +
    BigInt(random.below(1_000_000_000)) * 10n ** BigInt(Math.max(0, digits - 9));
  return { side, exact, amount: random.next() < 0.05 ? 1n : amount };
}

it("returns what the swap itself pays, for a fee that changes", async () => {
  const { token } = await pad.launch(pad.operator.account.address);
  const amount = parseEther("1");
  const pool = await readPool(token);
  const quote = quoteSwap(pool, { side: "buy", exact: "in", amount });
  const { trade } = await pad.swap(pad.operator, { token, side: "buy", exact: "in", amount });
  expect(quote).toEqual({
    amountIn: amount,
    amountOut: -trade.tokenToPool,
    feeWei: trade.feeEth,
    sqrtPriceAfterX96: trade.sqrtPriceX96,
  });
  const dear = { ...pool, feeBps: { buy: 5_000, sell: 100 } };
  const half = quoteSwap(dear, { side: "buy", exact: "in", amount: 2n * amount });
  const plain = quoteSwap(
    { ...pool, feeBps: { buy: 0, sell: 0 } },
    { side: "buy", exact: "in", amount },
  );
  expect(half.amountOut).toBe(plain.amountOut);
  expect(half.feeWei).toBe(amount);
});

it("rejects amounts that no swap can have", async () => {
  const { token } = await pad.launch(pad.operator.account.address);
  const pool = await readPool(token);
  for (const amount of [0n, -1n, 1n << 127n]) {
    expect(() => quoteSwap(pool, { side: "buy", exact: "in", amount })).toThrow(RangeError);
  }
  const all = { side: "sell", exact: "in", amount: 1n } as const;
  expect(() => quoteSwap(pool, all)).toThrow(SwapQuoteError);
});

it("computes the fee of a protected purchase at any time like the hook", async () => {
  const { token, record } = await pad.launch(pad.operator.account.address, NO_MANAGER, 8_000, {
    launchProtection: true,
  });
  const [startTime, endTime] = [Number(record.startTime), Number(record.protectionEnd)];
  const protection = {
    startFeeBps: record.protectionStartBps,
    endFeeBps: 100,
    startTime,
    endTime,
  };
  const hook = { address: pad.contracts.launchHook, abi: launchHookAbi } as const;
  for (const at of [1, 2, 7, 61, 299, 300, 301, 598, 599, 600, 601].map((s) => startTime + s)) {
    await pad.anvil.test.setNextBlockTimestamp({ timestamp: BigInt(at) });
    await pad.anvil.test.mine({ blocks: 1 });
    const fee = await pad.client.readContract({
      ...hook,
      functionName: "buyFeeBps",
      args: [token],
    });
    expect(buyFeeBpsAt(protection, at), `${at - startTime} s after the opening`).toBe(Number(fee));
  }
});
