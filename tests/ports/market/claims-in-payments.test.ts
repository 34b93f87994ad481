import { type Address, numberToHex, pad, toHex, zeroAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkpointOf } from "@/bench/history/seed-history";
import { seedMarket } from "@/bench/seed-market";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { managerTokens, streamPayments } from "@/lib/features/market/store/tables/manager-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import { deriveBatch } from "@/lib/indexer/projection/derive-batch";
import { createMarketStore } from "@/lib/indexer/store/create-market-store";
import type { Checkpoint } from "@/lib/indexer/store/dataset-types";
import { startTestDatabase } from "../../setup/database/postgres";

const CHAIN = 84_532;
const addressOf = (n: number): Address => pad(toHex(n), { size: 20 });
const TOKEN = addressOf(1);
const MANAGER = addressOf(2);
const HOLDER = addressOf(3);
const ELSEWHERE = addressOf(4);
const BUYER = addressOf(5);
const POOL_ID = numberToHex(9, { size: 32 });
const at = { block: 2, logIndex: 0, time: 0, txHash: numberToHex(7, { size: 32 }) };

const transfer = (from: Address, to: Address): MarketEvent => ({
  ...at,
  kind: "feeStreamTransfer",
  token: TOKEN,
  from,
  to,
});
const claim = (to: Address, amountWei: bigint): MarketEvent => ({
  ...at,
  kind: "feeClaim",
  token: TOKEN,
  to,
  amountWei,
});
const attach: MarketEvent = {
  ...at,
  kind: "tokenAttached",
  manager: MANAGER,
  token: TOKEN,
  payee: HOLDER,
};
const LAUNCH: MarketEvent[] = [
  { ...at, kind: "transfer", token: TOKEN, from: zeroAddress, to: addressOf(6), amountWei: 1n },
  transfer(zeroAddress, HOLDER),
  {
    ...at,
    kind: "launch",
    token: TOKEN,
    poolId: POOL_ID,
    creator: HOLDER,
    feeOwner: HOLDER,
    launcher: HOLDER,
    launchId: POOL_ID,
    managerKind: "none",
    manager: null,
    supplyWei: 1n,
    sqrtPriceX96: 10n ** 34n,
    tick: 0,
    name: "One",
    symbol: "ONE",
    tokenUri: "ipfs://one",
    feeShareBps: 8_000,
    marketCapUsdc: 1n,
    startTime: 0,
    referralPercent: 0,
    protectionStartBps: 0,
    protectionEnd: 0,
  },
];

describe("a claim that is logged after its payment", () => {
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  let checkpoint: Checkpoint;
  let launched: Checkpoint;
  const store = () => createMarketStore(database.db, { id: CHAIN, chainId: CHAIN, realm: "live" });

  /** Indexes the events as one transaction that is alone in its block. */
  async function index(...events: MarketEvent[]) {
    const block = checkpoint.block + 1;
    const time = checkpoint.time + 2;
    const [hash, txHash] = [
      numberToHex(block, { size: 32 }),
      numberToHex(900 + block, { size: 32 }),
    ];
    const next = { block, hash, time };
    const mined = events.map((event, logIndex) => ({ ...event, block, time, txHash, logIndex }));
    await store().applyBatch({
      expected: checkpoint,
      next,
      head: block,
      events: events.length,
      keepBlocksFrom: 0,
      blocks: [{ number: block, hash, time }],
      touched: { tokens: [TOKEN], managers: [MANAGER], walked: [], holders: [] },
      derive: (view) =>
        deriveBatch({
          datasetId: CHAIN,
          events: mined,
          view,
          tokenOfPool: () => TOKEN,
          wallThresholds: new Map(),
          marketContracts: new Set(),
        }),
    });
    checkpoint = next;
  }
  const paid = async () => {
    const rows = await database.db.select().from(streamPayments);
    return Object.fromEntries(rows.map(({ account, paidWei }) => [account, paidWei]));
  };
  const seenWei = async () => (await database.db.select().from(managerTokens))[0]?.seenWei;

  beforeAll(async () => {
    database = await startTestDatabase();
    await seedMarket(database.db, { chainId: CHAIN, tokens: 1, trades: 0, holders: 0 });
    checkpoint = await checkpointOf(database.db, CHAIN);
    await index(...LAUNCH);
    await index(claim(HOLDER, 5n));
    launched = checkpoint;
  });
  beforeEach(async () => {
    if (checkpoint.block === launched.block) return;
    await store().rollBack({ expected: checkpoint, to: launched });
    checkpoint = launched;
    expect(await paid()).toEqual({ [HOLDER]: 5n });
  });
  afterAll(() => database.stop());

  it("belongs to the holder that it paid, not to the manager that received the stream meanwhile", async () => {
    await index(transfer(HOLDER, MANAGER), attach, claim(HOLDER, 100n));
    expect(await paid()).toEqual({ [HOLDER]: 105n });
    expect(await seenWei()).toBe(105n);
    // Later claims of the manager are its own.
    await index(claim(MANAGER, 30n));
    expect(await paid()).toEqual({ [HOLDER]: 105n, [MANAGER]: 30n });
    expect((await database.db.select().from(tokens)).at(-1)?.paidAtTransferWei).toBe(105n);
  });

  it("belongs to the holder that sent it elsewhere", async () => {
    await index(transfer(HOLDER, MANAGER), claim(ELSEWHERE, 100n));
    await index(attach);
    expect(await paid()).toEqual({ [HOLDER]: 105n });
    expect(await seenWei()).toBe(105n);
  });

  it("belongs to the first of several holders in one payment", async () => {
    await index(transfer(HOLDER, BUYER), transfer(BUYER, MANAGER), attach, claim(HOLDER, 100n));
    expect(await paid()).toEqual({ [HOLDER]: 105n });
    expect(await seenWei()).toBe(105n);
  });

  it("is of the new holder where the new holder was paid", async () => {
    await index(transfer(HOLDER, MANAGER), attach, claim(MANAGER, 100n));
    expect(await paid()).toEqual({ [HOLDER]: 5n, [MANAGER]: 100n });
    expect(await seenWei()).toBe(5n);
  });
});
