import { type Address, parseEther } from "viem";
import type { Launchpad } from "../chain/launchpad";
import type { GasTable } from "./measure-gas";

/** Effects of a swap on a wall. */
const STEPS = ["first wall", "wall fed", "wall taken down", "wall put up", "burn"] as const;
const FEE_SHARES_BPS = [0, 5_000, 8_000, 9_500];
const POOLS = 5;
const SWAPS_PER_POOL = 60;

/** Pseudo-random numbers between 0 and 1 that are the same in every run (Park and Miller). */
function sequence(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Trades in pools with different creator shares: purchases and sales of all four kinds, small and
 * large, minutes and days apart, so that walls are placed, consumed, crossed and moved near and
 * far. Block times are fixed, so every run is the same.
 * @returns the most expensive swap of each side for each effect on a wall
 */
export async function measureWallGas(pad: Launchpad, creator: Address): Promise<GasTable> {
  const table: GasTable = {};
  for (const side of ["buy", "sell"]) {
    for (const step of STEPS) table[`${side}, dearest with ${step}`] = 0;
  }
  for (let pool = 0; pool < POOLS; pool++) {
    const random = sequence(pool + 1);
    const { token } = await pad.launch(creator, undefined, FEE_SHARES_BPS[pool % 4]);
    await pad.approve(pad.operator, token);
    // The first trade of a pool costs more and has no limit.
    const first = { token, side: "buy", exact: "in", amount: parseEther("0.05") } as const;
    let poolWei = (await pad.swap(pad.operator, first)).trade.ethToPool;
    let placed = false;
    for (let n = 0; n < SWAPS_PER_POOL; n++) {
      const minutes = random() < 0.15 ? 1_500 : Math.ceil(random() * 30);
      await pad.anvil.test.setBlockTimestampInterval({ interval: 60 * minutes });
      const { side, trade, moves, gasUsed } = await swapOnce(pad, token, random, poolWei);
      poolWei += trade.ethToPool;
      const [move] = moves;
      if (move === undefined) continue;
      const { ethPlaced, ethReturned, tokensBurned } = move.args;
      const steps: (typeof STEPS)[number][] = tokensBurned > 0n ? ["burn"] : [];
      if (ethPlaced === 0n) steps.push("wall taken down");
      else if (ethReturned > 0n) steps.push("wall fed");
      else steps.push(placed ? "wall put up" : "first wall");
      placed = true;
      for (const step of steps) {
        const name = `${side}, dearest with ${step}`;
        table[name] = Math.max(table[name] ?? 0, Number(gasUsed));
      }
    }
  }
  return table;
}

/** @param poolWei ETH that traders have put into the pool so far */
async function swapOnce(pad: Launchpad, token: Address, random: () => number, poolWei: bigint) {
  const trader = pad.operator;
  const [buys, exactIn, size] = [random() < 0.55, random() < 0.5, random()];
  if (buys || poolWei < parseEther("0.5")) {
    const order = { token, side: "buy", exact: exactIn ? "in" : "out" } as const;
    const amount = exactIn
      ? parseEther((0.05 + 4 * size ** 4).toFixed(6))
      : parseEther(Math.ceil(2e8 * size).toString());
    const swap = await pad.swap(trader, { ...order, amount }, parseEther("100"));
    return { side: "buy", ...swap };
  }
  const order = { token, side: "sell", exact: exactIn ? "in" : "out" } as const;
  const held = await pad.balanceOf(token, trader.account.address);
  const amount = exactIn
    ? (held * BigInt(Math.ceil(900 * size ** 3))) / 1_000n
    : (poolWei * BigInt(Math.ceil(500 * size ** 3))) / 1_000n;
  return { side: "sell", ...(await pad.swap(trader, { ...order, amount })) };
}
