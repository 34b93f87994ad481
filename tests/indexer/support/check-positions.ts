import { type Address, getAddress } from "viem";
import { expect } from "vitest";
import { getPosition } from "@/lib/features/market/holders/get-position";
import { listHistory } from "@/lib/features/market/holders/list-history";
import { listPositions } from "@/lib/features/market/holders/list-positions";
import { listTraders } from "@/lib/features/market/holders/list-traders";
import { listLaunches } from "@/lib/features/market/list-launches";
import {
  addressHistory,
  addressLaunches,
  addressPositions,
  tokenPosition,
  tokenTraders,
} from "@/lib/features/market/schema/positions";
import type { Fixture } from "./create-fixture";
import type { NaiveMarket, NaiveToken } from "./naive/market";
import { type NaiveChange, type NaivePosition, positionsOf } from "./naive/positions";
import { dec, priceOf, SANDBOX_ETH_USD, withStats } from "./naive/responses";
import type { DataContext } from "./service-context";

const CHAIN = "base-sepolia";
const NOBODY = getAddress(`0x${"12".repeat(20)}`);

/** Compares positions, histories and launches of every address with a replay of the raw logs. */
export async function checkPositions(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  windowAt: number,
): Promise<void> {
  const { poolManager, launchHook, launchpad } = fixture.deployment.contracts;
  const contracts = new Set([poolManager, launchHook, launchpad].map((one) => one.toLowerCase()));
  const byHolder = new Map<string, { token: NaiveToken; position: NaivePosition }[]>();
  for (const token of market.tokens) {
    const positions = positionsOf(token, contracts);
    for (const [holder, position] of positions) {
      byHolder.set(holder, [...(byHolder.get(holder) ?? []), { token, position }]);
      const params = {
        chain: CHAIN,
        tokenAddress: getAddress(token.address),
        address: getAddress(holder),
      } as const;
      const answer = await getPosition({ ctx, input: { params, query: {}, body: undefined } });
      expect(tokenPosition.parse(answer).position, `${token.name} ${holder}`).toEqual(
        wireOf(token, position),
      );
      // No wei of ETH gets lost: what was paid and not realized is the cost of what left or stays.
      if (position.sent === 0n) {
        expect(position.proceeds - position.paid).toBe(position.realized - position.cost);
      }
      expect(token.holders.get(holder) ?? 0n).toBe(position.held);
    }
    const of = { chain: CHAIN, tokenAddress: getAddress(token.address), address: NOBODY } as const;
    const none = await getPosition({ ctx, input: { params: of, query: {}, body: undefined } });
    expect(none.position).toMatchObject({ balance: "0", transactions: 0, averageEntryETH: null });
  }
  for (const token of market.tokens) await checkTraders(ctx, token, contracts);
  for (const [holder, held] of byHolder) await checkHolder(ctx, getAddress(holder), held);
  await checkLaunches(ctx, market, contracts, windowAt);
}

const newestFirst = (a: { id: string }, b: { id: string }) => orderOf(b.id) - orderOf(a.id);
function orderOf(id: string): number {
  const [block, log] = id.split("-").map(Number);
  return (block ?? 0) * 1_000_000 + (log ?? 0);
}

async function checkHolder(
  ctx: DataContext,
  address: Address,
  held: { token: NaiveToken; position: NaivePosition }[],
): Promise<void> {
  const params = { chain: CHAIN, address } as const;
  const sum = (of: (one: (typeof held)[number]) => bigint) =>
    held.reduce((total, one) => total + of(one), 0n);
  const totals = {
    positions: held.length,
    isComplete: true,
    ...figuresOf({
      value: sum(({ token, position }) => worthOf(token, position)),
      cost: sum(({ position }) => position.cost),
      realized: sum(({ position }) => position.realized),
    }),
  };
  const ordered = held
    .map((one) => ({ ...one, id: one.position.changes.at(-1)?.id ?? "" }))
    .sort(newestFirst);
  for (const open of [false, true]) {
    const read = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, open, cursor };
      const page = addressPositions.parse(
        await listPositions({ ctx, input: { params, query, body: undefined } }),
      );
      expect(page.totals).toEqual(totals);
      read.push(...page.positions);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const shown = ordered.filter(({ position }) => !open || position.held > 0n);
    expect(read).toEqual(shown.map(({ token, position }) => wireOf(token, position)));
  }
  const changes = held.flatMap(({ position }) => position.changes).sort(newestFirst);
  await checkHistory(ctx, address, changes, undefined);
  const [first] = held;
  if (first === undefined) return;
  const ofFirst = first.position.changes.toSorted(newestFirst);
  await checkHistory(ctx, address, ofFirst, getAddress(first.token.address));
}

/** The traders of a token, by realized profit, then by what they paid, then by address. */
async function checkTraders(
  ctx: DataContext,
  token: NaiveToken,
  contracts: ReadonlySet<string>,
): Promise<void> {
  const params = { chain: CHAIN, tokenAddress: getAddress(token.address) } as const;
  const read = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, cursor };
    const page = tokenTraders.parse(
      await listTraders({ ctx, input: { params, query, body: undefined } }),
    );
    read.push(...page.traders);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const larger = (a: bigint | string, b: bigint | string) => (a === b ? 0 : a > b ? -1 : 1);
  const traders = [...positionsOf(token, contracts)]
    .filter(([, { paid, proceeds }]) => paid > 0n || proceeds > 0n)
    .sort(
      ([a, one], [b, other]) =>
        larger(one.realized, other.realized) || larger(one.paid, other.paid) || larger(a, b),
    );
  expect(read, token.name).toEqual(
    traders.map(([holder, position]) => ({
      address: getAddress(holder),
      isCreator: holder === token.creator,
      ...tradesOf(token, position),
    })),
  );
}

async function checkHistory(
  ctx: DataContext,
  address: Address,
  changes: NaiveChange[],
  tokenAddress: Address | undefined,
): Promise<void> {
  const read = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 40, cursor, tokenAddress };
    const params = { chain: CHAIN, address } as const;
    const page = addressHistory.parse(
      await listHistory({ ctx, input: { params, query, body: undefined } }),
    );
    read.push(...page.history);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(read).toEqual(
    changes.map(({ id, token, type, tokens, eth, realized, time, hash }) => ({
      id,
      tokenAddress: getAddress(token.address),
      symbol: token.symbol,
      name: token.name,
      type,
      amountToken: dec(tokens),
      amountETH: dec(eth),
      realizedETH: dec(realized),
      timestamp: time,
      transactionHash: hash,
    })),
  );
}

async function checkLaunches(
  ctx: DataContext,
  market: NaiveMarket,
  contracts: ReadonlySet<string>,
  windowAt: number,
): Promise<void> {
  const now = ctx.clock.now().getTime() / 1000;
  for (const creator of new Set(market.tokens.map((token) => token.creator))) {
    const params = { chain: CHAIN, address: getAddress(creator) } as const;
    const input = { params, query: { limit: 50 }, body: undefined };
    const { launches } = addressLaunches.parse(await listLaunches({ ctx, input }));
    const own = market.tokens
      .filter((token) => token.creator === creator)
      .sort((a, b) => b.order - a.order);
    expect(launches).toEqual(
      own.map((token) => {
        const position = positionsOf(token, contracts).get(creator);
        return {
          ...withStats(token, now, windowAt),
          socials: { website: "", twitter: "", telegram: "", discord: "", farcaster: "" },
          sentByCreator: false,
          startingMarketCapETH: dec(token.startCap),
          allTimeHighETH: dec(token.high),
          holders: token.holders.size,
          earnedETH: dec(earnedOf(token)),
          creatorBoughtToken: dec(position?.bought ?? 0n),
          creatorSoldToken: dec(position?.sold ?? 0n),
          creatorBalance: dec(position?.held ?? 0n),
        };
      }),
    );
  }
}

const earnedOf = (token: NaiveToken) =>
  token.trades.reduce((sum, { creatorFee }) => sum + creatorFee, 0n);
const worthOf = (token: NaiveToken, { held }: NaivePosition) =>
  (held << 192n) / (token.sqrt * token.sqrt);

function figuresOf({ value, cost, realized }: { value: bigint; cost: bigint; realized: bigint }) {
  return {
    valueETH: dec(value),
    valueUSD: dec(value * SANDBOX_ETH_USD),
    costETH: dec(cost),
    costUSD: dec(cost * SANDBOX_ETH_USD),
    unrealizedETH: dec(value - cost),
    unrealizedUSD: dec((value - cost) * SANDBOX_ETH_USD),
    realizedETH: dec(realized),
    realizedUSD: dec(realized * SANDBOX_ETH_USD),
  };
}

function wireOf(token: NaiveToken, position: NaivePosition) {
  return {
    tokenAddress: getAddress(token.address),
    symbol: token.symbol,
    name: token.name,
    image: null,
    priceETH: priceOf(token.sqrt),
    ...tradesOf(token, position),
    receivedToken: dec(position.received),
    sentToken: dec(position.sent),
    burnedToken: dec(position.burned),
  };
}

function tradesOf(token: NaiveToken, position: NaivePosition) {
  const { held, cost, realized } = position;
  return {
    balance: dec(held),
    averageEntryETH: held === 0n ? null : priceText((cost * 10n ** 36n) / held),
    ...figuresOf({ value: worthOf(token, position), cost, realized }),
    paidETH: dec(position.paid),
    proceedsETH: dec(position.proceeds),
    boughtToken: dec(position.bought),
    soldToken: dec(position.sold),
    transactions: position.changes.length,
  };
}

/** ETH times 10^36 as a price. */
function priceText(e36: bigint): string {
  return e36 >= 10n ** 18n ? dec(e36 / 10n ** 18n) : dec(e36, 36);
}
