import { encodeFunctionData, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLatestBlock } from "@/lib/features/adapters/get-latest-block";
import { getDexScreenerPair, getGeckoTerminalPair } from "@/lib/features/adapters/get-pair";
import { listEvents } from "@/lib/features/adapters/list-events";
import { listTickers } from "@/lib/features/adapters/list-tickers";
import { FINAL_DEPTH } from "@/lib/features/adapters/rules/finality";
import { EVENT_BLOCKS_MAX } from "@/lib/features/adapters/rules/limits";
import type { AdapterEvent } from "@/lib/features/adapters/schema/events";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { formatWei } from "@/lib/shared/text/decimal";
import { COIN_GECKO_TICKERS, DEX_SCREENER, GECKO_TERMINAL } from "../setup/api/market-sites";
import { createFixture, type Fixture } from "./support/create-fixture";
import { createHistory } from "./support/generate-history";
import { createReplay, type Replay, type ReplayedEvent } from "./support/replay-pools";
import { dataContext } from "./support/service-context";
import { startReorgChain } from "./support/test-chains";

/**
 * The endpoints for market sites, against a replay of PoolManager's raw logs. The deployment counts
 * as a real chain, where blocks are final 32 blocks below the head. `npm run test:history` runs the
 * long form: more than 10,000 blocks.
 */
const IS_LONG = process.env.HISTORY === "long";
const BLOCKS = IS_LONG ? 10_000 : 300;
const BUSY = IS_LONG ? 25 : 2;
const PAGE = IS_LONG ? EVENT_BLOCKS_MAX : 100;
/** A node with many blocks mines slowly. */
const MINED_AT_ONCE = 50;
const TIMEOUT_MS = IS_LONG ? 1_200_000 : 120_000;
const SEVEN_DAYS = 7 * 86_400;
const params = { chain: "base-sepolia" } as const;

describe("market-data adapters", { timeout: TIMEOUT_MS }, () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let events: AdapterEvent[];
  let replay: Replay;
  let replayed: ReplayedEvent[];
  let latest: number;
  let now: number;

  const rpc = (method: string, list: unknown[]) =>
    fixture.chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
      method,
      params: list,
    });
  async function mine(blocks: number): Promise<void> {
    for (let left = blocks; left > 0; left -= MINED_AT_ONCE) {
      const count = Math.min(left, MINED_AT_ONCE);
      await rpc("anvil_mine", [numberToHex(count), numberToHex(2)]);
    }
  }
  const context = () => dataContext(fixture, now);
  const readEvents = (fromBlock: number, toBlock: number) =>
    listEvents({ ctx: context(), input: { params, query: { fromBlock, toBlock } } });

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    replay = await createReplay(fixture.chain, fixture.deployment);
    const history = await createHistory(fixture, 11);
    for (let i = 0; i < 4; i += 1) await history.launch();
    await history.run(BUSY, 25);
    await mine(BLOCKS / 2);
    await history.run(BUSY, 25);
    await mine(BLOCKS / 2);
    await history.launch();
    await history.run(BUSY, 20);
    // Anyone can move walls without trades, which takes one down and places it again.
    await rpc("evm_increaseTime", [SEVEN_DAYS]);
    const { wallet } = await fixture.chain.funded();
    for (const { token } of history.tokens) {
      const data = encodeFunctionData({ abi: launchHookAbi, functionName: "poke", args: [token] });
      const to = fixture.deployment.contracts.launchHook;
      await wallet.sendTransaction({ to, data, gas: 2_000_000n });
    }
    await history.run(2, 20);
    await fixture.startIndexer();
    await fixture.untilIndexed(60_000);
    await mine(FINAL_DEPTH.real - 1);
    await fixture.untilIndexed(60_000);
    const head = await fixture.chain.client.getBlock();
    now = Number(head.timestamp);
    const answer = await getLatestBlock({ ctx: context(), input: { params } });
    latest = DEX_SCREENER.latestBlock.parse(answer).block.blockNumber;
    expect(Number(head.number) - latest).toBe(FINAL_DEPTH.real);
    events = [];
    for (let from = 0; from <= latest; from += PAGE) {
      const page = await readEvents(from, Math.min(latest, from + PAGE - 1));
      events.push(...page.events);
    }
    replayed = await replay(latest);
  }, TIMEOUT_MS);
  afterAll(() => fixture.stop());

  it("reports every change of every pool to the wei, in chain order", () => {
    expect(latest).toBeGreaterThan(BLOCKS);
    expect(new Set(replayed.map(({ kind }) => kind))).toEqual(
      new Set(["buy", "sell", "join", "exit"]),
    );
    expect(replayed.length).toBeGreaterThan(100);
    expect(events.map(essence)).toEqual(replayed.map(expected));
  });

  it("sums to the same volumes, fees and reserves of each pool", () => {
    const pools = [...new Set(replayed.map(({ poolId }) => poolId))];
    expect(pools).toHaveLength(5);
    for (const id of pools) {
      const own = replayed.filter(({ poolId }) => poolId === id);
      const theirs = events.filter(({ pairId }) => pairId === id);
      const trades = own.filter(({ kind }) => kind === "buy" || kind === "sell");
      const swaps = theirs.flatMap((one) => (one.eventType === "swap" ? [one] : []));
      const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
      expect(sum(swaps.map((one) => wei("asset1In" in one ? one.asset1In : one.asset1Out)))).toBe(
        sum(trades.map(({ eth }) => eth)),
      );
      expect(sum(swaps.map((one) => wei("asset0In" in one ? one.asset0In : one.asset0Out)))).toBe(
        sum(trades.map(({ tokens }) => tokens)),
      );
      expect(sum(swaps.map((one) => wei(Object.values(one.metadata)[0] ?? "")))).toBe(
        sum(trades.map(({ fee }) => fee)),
      );
      expect(theirs.at(-1)?.reserves).toEqual(rendered(own.at(-1)?.reserves));
    }
  });

  it("orders events strictly, and repeats them for every partition of the blocks", async () => {
    const keys = events.map((one) => [one.block.blockNumber, one.txnIndex, one.eventIndex]);
    for (const [i, key] of keys.slice(1).entries()) expect(isBefore(keys[i] ?? [], key)).toBe(true);
    const busy = [...new Set(keys.map(([block = 0]) => block))];
    for (const block of busy) {
      const alone = await readEvents(block, block);
      expect(alone.events).toEqual(events.filter((one) => one.block.blockNumber === block));
    }
  });

  it("matches the shapes that DEX Screener and GeckoTerminal publish", async () => {
    expect(DEX_SCREENER.events.safeParse({ events }).error).toBeUndefined();
    expect(GECKO_TERMINAL.events.safeParse({ events }).error).toBeUndefined();
    const [first] = replayed;
    if (first === undefined) throw new Error("nothing happened");
    const input = { params, query: { id: first.poolId } };
    const own = await getDexScreenerPair({ ctx: context(), input });
    expect(DEX_SCREENER.pair.parse(own).pair).toMatchObject({
      asset0Id: first.token,
      createdAtBlockNumber: first.block,
      createdAtBlockTimestamp: first.time,
      createdAtTxnId: first.txHash,
      feeBps: 100,
    });
    const theirs = await getGeckoTerminalPair({ ctx: context(), input });
    expect(GECKO_TERMINAL.pair.parse(theirs).pair).toMatchObject(own.pair);
  });

  it("reports no block that may still change", async () => {
    const ahead = readEvents(latest, latest + 1);
    await expect(ahead).rejects.toMatchObject({
      code: "invalid_parameters",
      details: [{ path: "toBlock", message: `must be at most ${latest}, the latest block` }],
    });
    // The last events are in a block that is final by now, one block later than before.
    await mine(1);
    await fixture.untilIndexed();
    const answer = await getLatestBlock({ ctx: context(), input: { params } });
    const final = await fixture.chain.client.getBlock({ blockNumber: BigInt(latest + 1) });
    expect(answer.block).toEqual({
      blockNumber: latest + 1,
      blockTimestamp: Number(final.timestamp),
    });
    const { events: again } = await readEvents(latest + 1, latest + 1);
    const logs = await replay(latest + 1);
    expect(again.map(essence)).toEqual(logs.slice(replayed.length).map(expected));
  });

  it("shows CoinGecko the volumes, extremes and liquidity of a day", async () => {
    const all = await replay(latest + FINAL_DEPTH.real);
    const query = { limit: 500, offset: 0 };
    const list = await listTickers({ ctx: context(), input: { params, query, body: undefined } });
    expect(COIN_GECKO_TICKERS.safeParse(list).error).toBeUndefined();
    const pools = [...new Set(all.map(({ poolId }) => poolId))];
    expect(list.map((one) => one.pool_id).toSorted()).toEqual(pools.toSorted());
    for (const ticker of list) {
      const own = all.filter(({ poolId }) => poolId === ticker.pool_id);
      const trades = own.filter(
        ({ kind, time }) => (kind === "buy" || kind === "sell") && time > now - 86_400,
      );
      const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
      const last = own.at(-1);
      if (last === undefined) throw new Error("a pool without events");
      const prices = trades
        .map(({ sqrtPriceX96 }) => sqrtPriceX96)
        .toSorted((a, b) => (a < b ? -1 : 1));
      expect(ticker).toMatchObject({
        base_currency: last.token,
        base_volume: formatWei(sum(trades.map(({ tokens }) => tokens))),
        target_volume: formatWei(sum(trades.map(({ eth }) => eth))),
        last_price: price(last.sqrtPriceX96),
        high: price(prices.at(0) ?? last.sqrtPriceX96),
        low: price(prices.at(-1) ?? last.sqrtPriceX96),
      });
      const { eth, tokens } = last.reserves;
      const value = eth + (tokens << 192n) / last.sqrtPriceX96 ** 2n;
      expect(Number(ticker.liquidity_in_usd)).toBeCloseTo(Number(formatWei(value)) * 3_000, 1);
    }
    expect(list.some(({ target_volume }) => target_volume !== "0")).toBe(true);
  });
});

const wei = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
};
const rendered = (reserves: ReplayedEvent["reserves"] | undefined) =>
  reserves && { asset0: formatWei(reserves.tokens), asset1: formatWei(reserves.eth) };

/** ETH per token with 50 decimals, rounded down. */
function price(sqrtPriceX96: bigint): string {
  const digits = (((10n ** 50n) << 192n) / sqrtPriceX96 ** 2n).toString().padStart(51, "0");
  return `${digits.slice(0, -50)}.${digits.slice(-50)}`.replace(/\.?0+$/, "");
}

const isBefore = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** An event without its indices. */
function essence({ txnIndex: _, eventIndex: __, maker, ...event }: AdapterEvent) {
  return event.eventType === "swap" ? { ...event, maker } : event;
}

function expected(one: ReplayedEvent) {
  const event = {
    block: { blockNumber: one.block, blockTimestamp: one.time },
    txnId: one.txHash,
    pairId: one.poolId,
    reserves: rendered(one.reserves),
  };
  const [eth, tokens, fee] = [one.eth, one.tokens, one.fee].map(formatWei);
  const swap = {
    ...event,
    eventType: "swap",
    maker: one.from,
    priceNative: price(one.sqrtPriceX96),
  };
  switch (one.kind) {
    case "buy":
      return { ...swap, asset1In: eth, asset0Out: tokens, metadata: { fees1In: fee } };
    case "sell":
      return { ...swap, asset0In: tokens, asset1Out: eth, metadata: { fees1Out: fee } };
    default:
      return { ...event, eventType: one.kind, amount0: tokens, amount1: eth };
  }
}
