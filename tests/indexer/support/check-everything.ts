import { type Address, getAddress, parseAbi, parseEther, zeroAddress } from "viem";
import { expect } from "vitest";
import { getToken } from "@/lib/features/market/get-token";
import { getTokenDetails } from "@/lib/features/market/get-token-details";
import { getTokenList } from "@/lib/features/market/get-token-list";
import { listHolders } from "@/lib/features/market/holders/list-holders";
import { listNewTokens } from "@/lib/features/market/list-new-tokens";
import { listSwaps } from "@/lib/features/market/list-swaps";
import { listTokens } from "@/lib/features/market/list-tokens";
import { listTrades } from "@/lib/features/market/list-trades";
import { listTokens as operation } from "@/lib/features/market/operations/tokens";
import { getTokenPrice } from "@/lib/features/market/prices/get-token-price";
import { listCandles } from "@/lib/features/market/prices/list-candles";
import { TRADE_SIZES, type TradeSize } from "@/lib/features/market/rules/trade";
import { tokenCandles, tokenSwaps, tokenTrades } from "@/lib/features/market/schema/market";
import { tokenDetails, tokenPrice } from "@/lib/features/market/schema/price";
import { searchResult } from "@/lib/features/market/schema/search";
import { TOKEN_SORTS } from "@/lib/features/market/schema/token-order";
import type { rangeFields } from "@/lib/features/market/schema/token-ranges";
import { tokenBasicDetails, tokenHolders, tokenList } from "@/lib/features/market/schema/tokens";
import { searchTokens } from "@/lib/features/market/search-tokens";
import { poolIdOf } from "@/lib/features/trade/rules/pool-key";
import { getUdfHistory } from "@/lib/features/udf/get-udf-history";
import { udfHistory } from "@/lib/features/udf/schema";
import { searchUdfSymbols } from "@/lib/features/udf/search-udf-symbols";
import { toIndexedDeployment } from "@/lib/indexer/to-indexed-deployment";
import type { InputOf } from "@/lib/operations/operation";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { checkEarnings } from "./check-earnings";
import { checkMarks } from "./check-marks";
import { checkPositions } from "./check-positions";
import { checkSafety } from "./check-safety";
import { checkTerms } from "./check-terms";
import type { Fixture } from "./create-fixture";
import { type NaiveMarket, type NaiveToken, replayMarket } from "./naive/market";
import {
  candlesOf,
  capNow,
  changeOf,
  dec,
  figuresOf,
  filledCandlesOf,
  holdersOf,
  itemOf,
  priceOf,
  protectionOf,
  SANDBOX_ETH_USD,
  swapsOf,
  tradesOf,
  usdPriceOf,
  volumeOf,
  withStats,
} from "./naive/responses";
import { type DataContext, dataContext } from "./service-context";

const DAY = 86_400;
const CHAIN = "base-sepolia";
const INTERVALS = {
  "1s": 1,
  "1m": 60,
  "5m": 300,
  "15m": 900,
  "30m": 1800,
  "1h": 3600,
  "4h": 14400,
  "1d": DAY,
};

/**
 * Compares every number of every endpoint with a naive replay of the chain's raw logs, and walls
 * and earnings with the contracts' own state.
 * @param accounts whose earnings are compared
 */
export async function checkEverything(
  fixture: Fixture,
  accounts: readonly string[],
): Promise<void> {
  await fixture.untilIndexed(120_000);
  const market = await replayMarket(fixture.chain, fixture.deployment);
  const newest = Math.max(...market.tokens.flatMap(({ trades }) => trades.map(({ time }) => time)));
  const { live } = await fixture.datasets.find();
  if (live === null) throw new Error("nothing is live");
  // The window of lists only moves forward; the clock of the responses follows it.
  const store = fixture.datasets.store(live.id);
  const { marketContracts } = toIndexedDeployment(fixture.deployment);
  await store.moveWindow(newest + 90);
  await store.refreshRanks({ time: newest + 90, contracts: marketContracts });
  const windowAt = (await store.findCheckpoint())?.windowAt ?? 0;
  const ctx = dataContext(fixture, Math.max(newest + 30, windowAt));
  await checkLists(ctx, market, windowAt);
  await checkRanks(fixture, ctx, market, windowAt);
  for (const token of market.tokens) await checkToken(fixture, ctx, token);
  await checkEarnings(fixture, ctx, market, accounts);
  await checkPositions(fixture, ctx, market, windowAt);
  await checkSafety(fixture, ctx, market);
  await checkMarks(fixture, ctx, market);
  await checkTerms(fixture, live.id, market);
}

const descending =
  <T>(of: (one: T) => bigint | number) =>
  (a: T, b: T) =>
    of(a) > of(b) ? -1 : 1;

async function checkLists(ctx: DataContext, market: NaiveMarket, windowAt: number): Promise<void> {
  const now = ctx.clock.now().getTime() / 1000;
  const byAddress = market.tokens.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const stable = (of: (token: NaiveToken) => bigint | number) =>
    byAddress.toSorted((a, b) => (of(a) === of(b) ? 0 : descending(of)(a, b)));
  const orders = {
    marketCap: stable(capNow),
    newest: stable(({ order }) => order),
    volume24h: stable((token) => volumeOf(token, windowAt, DAY, 60)),
    priceChange24h: stable((token) => changeOf(token, windowAt)),
  };
  const all = { limit: 100, offset: 0 };
  for (const sort of ["marketCap", "newest", "volume24h", "priceChange24h"] as const) {
    const input = { params: { chain: CHAIN }, query: { ...all, sort }, body: undefined } as const;
    const { data } = tokenList.parse(await listTokens({ ctx, input }));
    expect(data, sort).toEqual(
      orders[sort].map((token) => ({
        ...withStats(token, now, windowAt),
        marketCapUSD: dec(capNow(token) * SANDBOX_ETH_USD),
        fairLaunchActive: false,
      })),
    );
    const query = { limit: 3, offset: 5, sort };
    const page = await listTokens({ ctx, input: { ...input, query } });
    expect(page.data).toEqual(data.slice(5, 8));
    const turned = { ...query, direction: "asc" } as const;
    const ascending = await listTokens({ ctx, input: { ...input, query: turned } });
    expect(ascending.data).toEqual(data.toReversed().slice(5, 8));
  }
  const params = { chain: CHAIN } as const;
  const fresh = await listNewTokens({ ctx, input: { params, query: all, body: undefined } });
  expect(fresh.data).toEqual(
    orders.newest.map((token) => ({ ...itemOf(token, now), isActive: true })),
  );
  for (const { owner, manager, creator, name } of market.tokens) {
    const filters = [
      { ownerAddress: getAddress(owner) },
      { ownerAddress: getAddress(creator) },
      ...(manager === null ? [] : [{ manager: getAddress(manager) }]),
    ];
    for (const filter of filters) {
      const query = { ...all, ...filter };
      const { data } = await listTokens({ ctx, input: { params, query, body: undefined } });
      const asked = (filter.ownerAddress ?? filter.manager ?? "").toLowerCase();
      const expected = orders.marketCap.filter((token) =>
        "manager" in filter
          ? token.manager === asked
          : [token.owner, token.creator].includes(asked),
      );
      expect(data.map(({ tokenAddress }) => tokenAddress.toLowerCase())).toEqual(
        expected.map(({ address }) => address),
      );
    }
    const q = (name.split(" ").at(1) ?? name).slice(0, 3);
    const input = { params, query: { q, limit: 50 }, body: undefined };
    const found = searchResult.parse(await searchTokens({ ctx, input }));
    const matching = orders.marketCap.filter((token) =>
      `${token.name} ${token.symbol}`
        .toLowerCase()
        .split(" ")
        .some((one) => one.startsWith(q.toLowerCase())),
    );
    expect(found.data).toEqual(matching.map((token) => withStats(token, now, windowAt)));
  }
  const udfQuery = { query: "", type: "", exchange: "", limit: 50 };
  const symbols = await searchUdfSymbols({
    ctx,
    input: { params, query: udfQuery, body: undefined },
  });
  expect(symbols.map(({ ticker }) => ticker)).toEqual(
    orders.marketCap.map(({ address }) => getAddress(address)),
  );
  const list = await getTokenList({ ctx, input: { params, query: {}, body: undefined } });
  expect(list.tokens.map(({ address }) => address.toLowerCase())).toEqual(
    orders.marketCap.map(({ address }) => address),
  );
}

/** Orders, ranges and figures of the last minute, and pages by cursor. */
async function checkRanks(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  minute: number,
): Promise<void> {
  const params = { chain: CHAIN } as const;
  const deployment = toIndexedDeployment(fixture.deployment);
  const list = (query: Omit<InputOf<typeof operation>["query"], "offset">) =>
    listTokens({ ctx, input: { params, query: { offset: 0, ...query }, body: undefined } });
  const expected = await Promise.all(
    market.tokens.map(async (token) => {
      const address = getAddress(token.address);
      const read = {
        address: fixture.deployment.contracts.launchLens,
        abi: launchLensAbi,
      } as const;
      const [{ ethAmount }, { wallEth }] = await Promise.all([
        fixture.chain.client.readContract({
          ...read,
          functionName: "lockedLiquidity",
          args: [address],
        }),
        fixture.chain.client.readContract({ ...read, functionName: "tokenView", args: [address] }),
      ]);
      const figures = figuresOf(token, minute, {
        liquidity: ethAmount + wallEth,
        contracts: deployment.marketContracts,
      });
      return { address, token, figures };
    }),
  );
  type Expected = (typeof expected)[number];
  const values: Record<string, (one: Expected) => number> = {
    priceChange5m: ({ figures }) => Number(figures.priceChange5m),
    priceChange1h: ({ figures }) => Number(figures.priceChange1h),
    priceChange6h: ({ figures }) => Number(figures.priceChange6h),
    trades24h: ({ figures }) => figures.trades24h,
    holders: ({ figures }) => figures.holders,
    liquidity: ({ figures }) => Number(figures.liquidityETH),
    creatorShare: ({ figures }) => figures.creatorShare,
  };
  for (const sort of TOKEN_SORTS.filter((name) => Object.hasOwn(values, name))) {
    const valueIn = values[sort] ?? (() => 0);
    const { data } = await list({ limit: 100, sort, figures: "true" });
    expect(new Map(data.map((one) => [one.tokenAddress, one.figures])), sort).toEqual(
      new Map(expected.map(({ address, figures }) => [address, figures])),
    );
    const order = expected
      .toSorted((a, b) => valueIn(b) - valueIn(a) || (a.token.address < b.token.address ? -1 : 1))
      .map(({ address }) => address);
    // Amounts that differ in their last digits may round to one number.
    if (sort !== "liquidity")
      expect(
        data.map((one) => one.tokenAddress),
        sort,
      ).toEqual(order);
    const ascending = await list({ limit: 100, sort, direction: "asc", figures: "true" });
    expect(ascending.data, sort).toEqual(data.toReversed());
  }
  for (const sort of TOKEN_SORTS) {
    for (const direction of [undefined, "asc"] as const) {
      const whole = await list({ limit: 100, sort, direction, figures: "true" });
      expect(whole.pagination.next).toBeNull();
      const paged = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit: 3, sort, direction, figures: "true", cursor });
        paged.push(...page.data);
        cursor = page.pagination.next ?? undefined;
      } while (cursor !== undefined);
      expect(paged, `${sort} ${direction}`).toEqual(whole.data);
    }
  }
  const counts = expected.map(({ figures }) => figures.holders).sort((a, b) => a - b);
  const holdersMin = String(counts[Math.floor(counts.length / 2)] ?? 0);
  const checkRange = async (
    query: Partial<Record<keyof typeof rangeFields, string>>,
    isWithin: (figures: Expected["figures"]) => boolean,
  ) => {
    const { ranges } = operation.query.parse(query);
    const { data } = await list({ limit: 100, ranges, figures: "true" });
    const within = expected.filter(({ figures }) => isWithin(figures));
    expect(data.map((one) => one.tokenAddress).sort(), JSON.stringify(query)).toEqual(
      within.map(({ address }) => address).sort(),
    );
  };
  await checkRange({ holdersMin }, ({ holders }) => holders >= Number(holdersMin));
  for (const name of ["creatorShare", "topHoldersShare", "firstBlockShare"] as const) {
    const shares = expected.map(({ figures }) => figures[name]).sort((a, b) => a - b);
    const most = shares[Math.floor(shares.length / 2)] ?? 0;
    await checkRange({ [`${name}Max`]: String(most) }, (figures) => figures[name] <= most);
  }
  const [some] = expected;
  if (some === undefined) return;
  const named = await list({ limit: 100, addresses: [some.address, zeroAddress] });
  expect(named.data.map((one) => one.tokenAddress)).toEqual([some.address]);
}

async function checkToken(fixture: Fixture, ctx: DataContext, token: NaiveToken): Promise<void> {
  const now = ctx.clock.now().getTime() / 1000;
  const params = { chain: CHAIN, tokenAddress: getAddress(token.address) } as const;
  const input = { params, query: {}, body: undefined };
  const wall = await fixture.chain.client.readContract({
    address: fixture.deployment.contracts.launchLens,
    abi: launchLensAbi,
    functionName: "tokenView",
    args: [params.tokenAddress],
  });
  // The rule equals the contract at the time of the newest block.
  const { timestamp } = await fixture.chain.client.getBlock();
  expect(protectionOf(token, Number(timestamp))?.buyFeeBps ?? 100).toBe(wall.buyFeeBps);
  const percent = (part: bigint, whole: bigint) =>
    whole === 0n ? 0 : Number(dec((part * 10n ** 8n) / whole, 6));
  const trading = {
    bidWallBalance: dec(wall.wallEth + wall.wallPending),
    bidWallLifetime: dec(wall.wallLifetime),
    bidWallRemaining: dec(wall.wallEth),
    bidWallRemainingPercentage: percent(wall.wallEth, wall.wallPlaced),
    buybackBalance: dec(wall.wallPending),
    buybackProgress: Math.min(100, percent(wall.wallPending, wall.wallThreshold)),
  };
  const cap = capNow(token);
  const price = {
    marketCapETH: dec(cap),
    priceChange24h: dec(changeOf(token, now), 6),
    startingMarketCapETH: dec(token.startCap),
    priceUSDC: usdPriceOf(token.sqrt, SANDBOX_ETH_USD),
    priceUSD: usdPriceOf(token.sqrt, SANDBOX_ETH_USD),
    marketCapUSD: dec(cap * SANDBOX_ETH_USD),
  };
  const weekVolume = volumeOf(token, now, 7 * DAY, 3600);
  const dayVolume = {
    volume24h: dec(volumeOf(token, now, DAY, 60)),
    volumeUSDC24h: dec(volumeOf(token, now, DAY, 60) * SANDBOX_ETH_USD),
  };
  const socials = { website: "", twitter: "", telegram: "", discord: "", farcaster: "" };
  const owner = getAddress(token.owner);
  const meta = { network: "testnet", timestamp: now };
  const { createdAt } = token;

  expect(tokenBasicDetails.parse(await getToken({ ctx, input }))).toEqual({
    ...itemOf(token, now),
    socials,
    meta,
  });
  expect(tokenDetails.parse(await getTokenDetails({ ctx, input }))).toEqual({
    tokenAddress: params.tokenAddress,
    name: token.name,
    symbol: token.symbol,
    image: null,
    description: null,
    price,
    volume: dayVolume,
    trading,
    status: { fairLaunchActive: false, createdAt, owner },
    socials,
    firstBuy: null,
    launchProtection: protectionOf(token, now),
    referralShare: token.referralPercent,
    ...(await poolOf(fixture, params.tokenAddress)),
    meta,
  });
  const since = (window: number, seconds: number) =>
    candlesOf(token, { seconds, from: now - window, to: now + 1 });
  expect(tokenPrice.parse(await getTokenPrice({ ctx, input }))).toEqual({
    tokenAddress: params.tokenAddress,
    price: {
      ...price,
      current: dec(cap),
      priceETH: priceOf(token.sqrt),
      priceChange24hPercentage: Number(price.priceChange24h),
      allTimeHigh: dec(token.high),
      allTimeLow: dec(token.low),
    },
    volume: {
      ...dayVolume,
      volume7d: dec(weekVolume),
      volumeUSDC7d: dec(weekVolume * SANDBOX_ETH_USD),
    },
    trading,
    priceHistory: {
      daily: since(7 * DAY, DAY).map((one) => ({ ...one, date: one.timestamp / DAY })),
      hourly: since(DAY, 3600),
      minutely: since(3 * 3600, 60),
      secondly: since(300, 1),
    },
    status: { isActive: true, createdAt, owner },
    meta: {
      ...meta,
      timeRanges: {
        dailyStart: now - 7 * DAY,
        hourlyStart: now - DAY,
        minutelyStart: now - 3 * 3600,
        secondlyStart: now - 300,
      },
    },
  });
  const holders = holdersOf(token);
  for (const offset of [0, 2, 1000]) {
    const query = { limit: 100, offset };
    expect(tokenHolders.parse(await listHolders({ ctx, input: { ...input, query } }))).toEqual({
      tokenAddress: params.tokenAddress,
      totalHolders: String(holders.length),
      holders: holders.slice(offset, offset + 100),
      pagination: { limit: 100, offset, total: holders.length },
    });
  }
  await checkCandles(ctx, token);
  await checkBars(ctx, token);
  await checkTrades(ctx, token);
}

const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
]);

/** The details of a token's pool, which must have a price on chain. */
async function poolOf({ chain, deployment }: Fixture, token: Address) {
  const { launchHook, stateView } = deployment.contracts;
  const poolKey = {
    currency0: zeroAddress,
    currency1: token,
    fee: 0,
    tickSpacing: 60,
    hooks: launchHook,
  };
  const poolId = poolIdOf(poolKey);
  const [sqrtPriceX96] = await chain.client.readContract({
    address: stateView,
    abi: stateViewAbi,
    functionName: "getSlot0",
    args: [poolId],
  });
  expect(sqrtPriceX96).toBeGreaterThan(0n);
  return { poolKey, poolId, universalRouterVersion: "2.0" };
}

async function checkCandles(ctx: DataContext, token: NaiveToken): Promise<void> {
  const now = ctx.clock.now().getTime() / 1000;
  const params = { chain: CHAIN, tokenAddress: getAddress(token.address) } as const;
  const up = (time: number, seconds: number) => Math.ceil(time / seconds) * seconds;
  const middle = token.trades[Math.floor(token.trades.length / 2)]?.time ?? now;
  const ranges = [{}, { from: middle - 5_000, to: middle + 7_777 }, { to: middle }, { from: now }];
  for (const interval of ["1s", "1m", "5m", "15m", "30m", "1h", "4h", "1d"] as const) {
    const seconds = INTERVALS[interval];
    const end = now - (now % seconds) + seconds;
    for (const range of ranges) {
      for (const limit of [1_000, 7]) {
        for (const fill of [false, true]) {
          const query = { interval, limit, fill, ...range };
          const { candles } = tokenCandles.parse(
            await listCandles({ ctx, input: { params, query, body: undefined } }),
          );
          const to = Math.min(end, up(range.to ?? end, seconds));
          const from = up(range.from ?? 0, seconds);
          const expected = fill
            ? filledCandlesOf(token, { seconds, from: Math.max(from, to - limit * seconds), to })
            : candlesOf(token, { seconds, from, to }).slice(-limit);
          expect(candles, JSON.stringify(query)).toEqual(expected);
        }
      }
    }
  }
}

/** The chart datafeed's bars equal the candles; without any, it returns the time of the previous one. */
async function checkBars(ctx: DataContext, token: NaiveToken): Promise<void> {
  const now = ctx.clock.now().getTime() / 1000;
  const symbol = getAddress(token.address);
  const middle = token.trades[Math.floor(token.trades.length / 2)]?.time ?? now;
  const ranges = [
    { from: 0, to: now + DAY },
    { from: middle - 5_000, to: middle },
    { from: now, to: now, countback: 7 },
    { from: now + 2 * DAY, to: now + 3 * DAY },
    { from: 0, to: 5 },
  ];
  for (const resolution of ["1s", "1m", "15m", "30m", "4h", "1d"] as const) {
    const seconds = INTERVALS[resolution];
    const up = (time: number) => Math.ceil(time / seconds) * seconds;
    for (const range of ranges) {
      const query = { symbol, resolution, ...range };
      const input = { params: { chain: CHAIN }, query, body: undefined } as const;
      const { from, to, countback } = { countback: undefined, ...range };
      const all = candlesOf(token, { seconds, from: 0, to: up(to) });
      const bars =
        countback === undefined
          ? all.filter(({ timestamp }) => timestamp >= up(from)).slice(-1_000)
          : all.slice(-countback);
      const before = all.filter(({ timestamp }) => timestamp < up(from)).at(-1);
      const expected =
        bars.length > 0
          ? {
              s: "ok",
              t: bars.map(({ timestamp }) => timestamp),
              o: bars.map(({ open }) => Number(open)),
              h: bars.map(({ high }) => Number(high)),
              l: bars.map(({ low }) => Number(low)),
              c: bars.map(({ close }) => Number(close)),
              v: bars.map(({ volume }) => Number(volume)),
            }
          : { s: "no_data", ...(before && { nextTime: before.timestamp }) };
      const answer = udfHistory.parse(await getUdfHistory({ ctx, input }));
      expect(answer, JSON.stringify(query)).toEqual(expected);
    }
  }
}

async function checkTrades(ctx: DataContext, token: NaiveToken): Promise<void> {
  const params = { chain: CHAIN, tokenAddress: getAddress(token.address) } as const;
  const readAll = async (limit: number, filter: { trader?: string; minETH?: TradeSize }) => {
    const read = [];
    let cursor: string | undefined;
    do {
      const query = { limit, cursor, ...filter };
      const page = tokenTrades.parse(
        await listTrades({ ctx, input: { params, query, body: undefined } }),
      );
      read.push(...page.trades);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return read;
  };
  const all = tradesOf(token);
  expect(await readAll(100, {})).toEqual(all);
  const isOfSize = ({ amountETH }: { amountETH: string }, size: TradeSize) =>
    parseEther(amountETH) >= parseEther(size);
  for (const minETH of TRADE_SIZES) {
    const large = all.filter((trade) => isOfSize(trade, minETH));
    expect(await readAll(7, { minETH }), minETH).toEqual(large);
  }
  const [first = "", ...others] = [...new Set(all.map(({ trader }) => trader))];
  for (const traders of [[first], [first, ...others.slice(0, 2), first]]) {
    if (first === "") continue;
    const trader = traders.join(",").toLowerCase().replaceAll("0X", "0x");
    const sent = all.filter((trade) => traders.includes(trade.trader));
    expect(await readAll(7, { trader })).toEqual(sent);
    const large = sent.filter((trade) => isOfSize(trade, "0.1"));
    expect(await readAll(3, { trader, minETH: "0.1" })).toEqual(large);
  }
  const { swaps } = tokenSwaps.parse(
    await listSwaps({ ctx, input: { params, query: { limit: 100 }, body: undefined } }),
  );
  expect(swaps).toEqual(swapsOf(token).slice(0, 100));
}
