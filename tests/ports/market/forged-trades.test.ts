import { eq } from "drizzle-orm";
import { type Address, getAddress, type Hex, numberToHex, pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkpointOf } from "@/bench/history/seed-history";
import { seedMarket, seedToken } from "@/bench/seed-market";
import { renderBuyers } from "@/lib/features/market/render/safety";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { createMarket } from "@/lib/features/market/store/create-market";
import { BUYERS_MAX } from "@/lib/features/market/store/positions/read-safety";
import { positions } from "@/lib/features/market/store/tables/position-tables";
import { tokenRanks } from "@/lib/features/market/store/tables/rank-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { deriveBatch } from "@/lib/indexer/projection/derive-batch";
import { createMarketStore } from "@/lib/indexer/store/create-market-store";
import type { Checkpoint } from "@/lib/indexer/store/dataset-types";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
const TOKEN = seedToken(0);
const POOL_ID = numberToHex(0, { size: 32 });
const addressOf = (n: number): Address => pad(toHex(n), { size: 20 });
const POOL = addressOf(4);
const ROUTER = addressOf(5);
const CREATOR = addressOf(6);
const SNIPER = addressOf(7);
const WHALE = addressOf(8);
const ETHER = 10n ** 18n;
/** One percent of the supply. */
const PERCENT = 10n ** 27n;

/** A transaction's effect: a trade of its sender, in ETH and tokens to the pool, or a transfer. */
type Action = { ethWei: bigint; tokensWei: bigint } | { to: Address; amountWei: bigint };

/** The events of a transaction that is alone in its block. */
function eventsOf({ block, time }: Checkpoint, trader: Address, actions: Action[]): MarketEvent[] {
  const txHash = numberToHex(1_000n + BigInt(block), { size: 32 });
  let logIndex = 0;
  const at = () => ({ block, time, txHash, logIndex: logIndex++ });
  const transfer = (from: Address, to: Address, amountWei: bigint): MarketEvent => ({
    ...at(),
    kind: "transfer",
    token: TOKEN,
    from,
    to,
    amountWei,
  });
  return actions.flatMap((action): MarketEvent[] => {
    if ("to" in action) return [transfer(trader, action.to, action.amountWei)];
    const { ethWei, tokensWei } = action;
    const isPurchase = ethWei > 0n;
    const feeWei = (isPurchase ? ethWei : -ethWei) / 100n;
    return [
      {
        ...at(),
        kind: "swap",
        poolId: POOL_ID,
        sender: ROUTER,
        trader,
        ethToPoolWei: isPurchase ? ethWei - feeWei : ethWei,
        tokenToPoolWei: tokensWei,
        feeWei,
        creatorFeeWei: feeWei,
        referralWei: 0n,
        sqrtPriceX96: 10n ** 34n,
        tick: 252_000,
      },
      isPurchase ? transfer(POOL, trader, -tokensWei) : transfer(trader, POOL, tokensWei),
    ];
  });
}

describe("trades that are to look like those of others", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let at: Checkpoint;
  beforeAll(async () => {
    database = await startTestDatabase();
    await seedMarket(database.db, { chainId: CHAIN, tokens: 1, trades: 0, holders: 0 });
    await database.db.update(tokens).set({ creator: CREATOR }).where(eq(tokens.address, TOKEN));
    at = await checkpointOf(database.db, CHAIN);
  });
  afterAll(() => database.stop());

  const store = () => createMarketStore(database.db, { id: CHAIN, chainId: CHAIN, realm: "live" });
  const market = () => createMarket(database.db);
  const ofToken = { chainId: CHAIN, address: TOKEN };
  const stored = () => database.db.select().from(positions).orderBy(positions.holder);

  async function send(trader: Address, ...actions: Action[]) {
    const block = at.block + 1;
    const hash = numberToHex(block, { size: 32 });
    const next = { block, hash, time: at.time + 2 };
    const events = eventsOf(next, trader, actions);
    await store().applyBatch({
      expected: at,
      next,
      head: block,
      events: events.length,
      keepBlocksFrom: 0,
      blocks: [{ number: block, hash, time: next.time }],
      touched: {
        tokens: [TOKEN],
        managers: [],
        walked: [],
        holders: [
          ...[POOL, CREATOR, SNIPER, WHALE],
          ...actions.flatMap((action) => ("to" in action ? action.to : [])),
        ].map((holder) => ({ token: TOKEN, holder })),
      },
      derive: (view) =>
        deriveBatch({
          datasetId: CHAIN,
          events,
          view,
          tokenOfPool: (poolId: Hex) => (poolId === POOL_ID ? TOKEN : undefined),
          wallThresholds: new Map(),
          marketContracts: new Set([POOL]),
        }),
    });
    at = next;
  }

  it("count as early purchases with no more than what was bought there", async () => {
    const buy = { ethWei: ETHER, tokensWei: -3n * PERCENT };
    await send(SNIPER, buy, { to: WHALE, amountWei: 1n });
    await send(WHALE, { ethWei: 2n * ETHER, tokensWei: -5n * PERCENT });
    await send(SNIPER, { ethWei: -ETHER, tokensWei: PERCENT });
    await store().refreshRanks({ time: at.time + 60, contracts: new Set([POOL]) });

    const row = await market().readSafety({ ...ofToken, contracts: [POOL] });
    if (row === null) throw new Error("The token is missing");
    const { firstBlock, bundles } = renderBuyers({ token: TOKEN, row, known: null });
    const held = { bought: "3000000000", balance: "2000000000" };
    expect(firstBlock).toMatchObject({ ...held, percentage: 2 });
    expect(bundles).toMatchObject([held]);
    // Each buyer's own balance is the whole one: its proof reads it.
    expect(firstBlock?.buyers.map(({ bought, balance }) => [bought, balance])).toEqual([
      ["2999999999.999999999999999999", "1999999999.999999999999999999"],
      ["0.000000000000000001", "5000000000.000000000000000001"],
    ]);
    const [rank] = await database.db.select().from(tokenRanks).where(eq(tokenRanks.token, TOKEN));
    expect(rank?.firstBlockBps).toBe(200);
  });

  it("list the largest buyers, and count all, when a transaction buys for hundreds of addresses", async () => {
    const before = at;
    const crowd = Array.from({ length: 2 * BUYERS_MAX }, (_, n) => addressOf(10_000 + n));
    const gifts = crowd.map((to) => ({ to, amountWei: ETHER }));
    for (let i = 0; i < 2; i += 1) {
      await send(SNIPER, { ethWei: ETHER, tokensWei: -PERCENT }, ...gifts);
    }
    const row = await market().readSafety({ ...ofToken, contracts: [POOL] });
    if (row === null) throw new Error("The token is missing");
    expect(row.buyers).toHaveLength(BUYERS_MAX);
    const { firstBlock, bundles } = renderBuyers({ token: TOKEN, row, known: null });
    expect(firstBlock).toMatchObject({ totalBuyers: 2, bought: "3000000000" });
    expect(bundles.map(({ totalWallets }) => totalWallets)).toEqual([
      2,
      crowd.length + 1,
      crowd.length + 1,
    ]);
    // All of them hold what they bought; each gift was bought twice.
    for (const bundle of bundles.slice(1)) {
      expect(bundle).toMatchObject({ bought: "1000000000", balance: "1000000000" });
      expect(bundle.wallets).toContain(getAddress(SNIPER));
      expect(bundle.wallets.length).toBeGreaterThan(BUYERS_MAX / 3);
    }
    await store().rollBack({ expected: at, to: before });
    at = before;
  });

  it("give nobody a cost, a mark or a profit, and a rollback takes all of it back", async () => {
    const before = { rows: await stored(), at };
    const roundTrip = [
      { ethWei: 10n * ETHER, tokensWei: -PERCENT },
      { ethWei: -10n * ETHER, tokensWei: PERCENT },
    ];
    const roundTrips = Array.from({ length: 10 }, () => roundTrip).flat();
    await send(SNIPER, ...roundTrips, { to: CREATOR, amountWei: 1n });
    expect((await market().readMarks(ofToken))?.trades).toEqual([]);
    const rows = await stored();
    expect(rows.find(({ holder }) => holder === CREATOR)).toMatchObject({
      amountWei: 1n,
      boughtWei: 1n,
      paidWei: 0n,
      costWei: 0n,
    });
    const realized = (list: typeof rows) =>
      list.find(({ holder }) => holder === SNIPER)?.realizedWei ?? 0n;
    // 100 ETH were paid and 99 ETH received.
    expect(realized(rows) - realized(before.rows)).toBe(-ETHER);

    await store().rollBack({ expected: at, to: before.at });
    at = before.at;
    expect(await stored()).toEqual(before.rows);
  });
});
