import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { newAddress } from "../setup/chain/new-address";
import { createFixture, type Fixture } from "./support/create-fixture";
import { createTrader, type Trader } from "./support/create-trader";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

/** A real chain, a real database and the indexer as a process, compared with a naive replay. */
describe("following a chain", () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let trader: Trader;
  let indexer: Awaited<ReturnType<typeof fixture.startIndexer>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    indexer = await fixture.startIndexer();
    trader = await createTrader(fixture.chain, fixture.deployment);
  });
  afterAll(async () => {
    await fixture.stop();
  });

  async function expectTheTruth(): Promise<void> {
    await fixture.untilIndexed();
    const [indexed, raw] = await Promise.all([
      readMarketState(fixture.db, fixture.chainId),
      recompute(fixture.chain, fixture.deployment),
    ]);
    expect(indexed).toEqual(raw);
  }

  /** A launch and trades in both directions, a burn and a transfer: about seven blocks. */
  async function live(name: string): Promise<`0x${string}`> {
    const { token } = await fixture.launch({ name });
    await trader.buy(token, parseEther("0.05"));
    const held = await trader.balanceOf(token);
    await trader.transfer(token, fixture.deployment.contracts.permit2, held / 7n);
    await trader.burn(token, held / 5n);
    await trader.sell(token, held / 3n);
    return token;
  }

  it("shows a launch within 2 s of its block", async () => {
    const { token } = await fixture.launch({ name: "Soon" });
    expect(await fixture.untilIndexed()).toBeLessThan(2_000);
    const picture = await readMarketState(fixture.db, fixture.chainId);
    expect(picture[token]?.name).toBe("Soon");
  });

  it("matches a replay of the raw logs: launches of every kind, trades, burns, bid walls", async () => {
    await live("Plain");
    const { token } = await fixture.launch({ name: "Wall", feeShareBps: 0 });
    await fixture.launch({ name: "Static", managerKind: 2 });
    await fixture.launch({ name: "Dynamic", managerKind: 3 });
    // Enough trading to place and move the wall.
    for (let i = 0; i < 6; i += 1) await trader.buy(token, parseEther("0.4"));
    await trader.sell(token, (await trader.balanceOf(token)) / 2n);
    await trader.buy(token, parseEther("0.4"));
    await expectTheTruth();
    const picture = await readMarketState(fixture.db, fixture.chainId);
    expect(picture[token]?.wallPlacedWei.length).toBeGreaterThan(0);
  });

  it("follows the holder of the fee stream", async () => {
    const { wallet, address } = await fixture.chain.funded();
    const { token } = await fixture.launch({ name: "Stream", creator: address });
    const heir = newAddress();
    await trader.mined(
      await wallet.writeContract({
        address: fixture.deployment.contracts.feeStream,
        abi: feeStreamAbi,
        functionName: "transferFrom",
        args: [address, heir, BigInt(token)],
      }),
    );
    await expectTheTruth();
    const picture = await readMarketState(fixture.db, fixture.chainId);
    expect(picture[token]).toMatchObject({
      owner: heir,
      creator: address,
    });
  });

  it.each([1, 7, 30])("reverts a reorg of %i blocks", async (depth) => {
    await live(`Kept ${depth}`);
    for (let i = 0; i < 5; i += 1) await live(`Doubtful ${depth}.${i}`);
    await fixture.untilIndexed();
    await fixture.chain.reorg(depth);
    await expectTheTruth();
    await live(`After ${depth}`);
    await expectTheTruth();
  });

  it("reverts blocks above a head that moved back", async () => {
    const before = await fixture.chain.test.snapshot();
    await live("Gone");
    await fixture.untilIndexed();
    await fixture.chain.test.revert({ id: before });
    await expectTheTruth();
    await live("Instead");
    await expectTheTruth();
  });

  it("is correct after kill -9 at any moment", async () => {
    let isOver = false;
    const busy = (async () => {
      for (let i = 0; i < 40 && !isOver; i += 1) await live(`Busy ${i}`);
    })();
    for (let i = 0; i < 3; i += 1) {
      await indexer.kill();
      indexer = await fixture.startIndexer();
    }
    isOver = true;
    await busy;
    await expectTheTruth();
  });

  it("has one leader per chain; another process takes over when it dies", async () => {
    const standby = await fixture.startIndexer();
    expect(await standby.untilSaid("standing by")).toBe(true);
    expect(standby.output()).not.toContain("leadership acquired");
    await indexer.kill();
    indexer = standby;
    await live("Handed over");
    await expectTheTruth();
    expect(await standby.untilSaid("leadership acquired")).toBe(true);
  });

  it("survives a database restart", async () => {
    await live("Before the crash");
    await fixture.crashPostgres();
    await live("During the crash");
    await expectTheTruth();
    expect(indexer.isRunning()).toBe(true);
  });

  it("exits on SIGTERM and when its supervisor is gone", async () => {
    expect(await indexer.stop()).toBe(0);
    const orphan = await fixture.startIndexer();
    expect(await orphan.abandon()).toBe(0);
  });
});
