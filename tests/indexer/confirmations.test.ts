import { afterAll, beforeAll, expect, it } from "vitest";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createFixture, type Fixture } from "./support/create-fixture";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

const CONFIRMATIONS = 3;

let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
let indexer: Awaited<ReturnType<typeof fixture.startIndexer>>;

beforeAll(async () => {
  fixture = await createFixture(startReorgChain);
  indexer = await fixture.startIndexer({ CONFIRMATIONS_BASE_SEPOLIA: String(CONFIRMATIONS) });
});
afterAll(() => fixture.stop());

/** Resolves when every block with enough confirmations is indexed. */
async function untilSettled(): Promise<void> {
  const done = await waitUntil(
    async () => {
      const head = Number(await fixture.chain.client.getBlockNumber());
      return (await fixture.findCheckpoint())?.block === head - CONFIRMATIONS;
    },
    { timeoutMs: 15_000, everyMs: 5 },
  );
  if (done === null) throw new Error(`it did not get there:\n${indexer.output()}`);
}

it("shows a launch after the configured number of confirmations", async () => {
  await fixture.chain.test.mine({ blocks: CONFIRMATIONS });
  const { token } = await fixture.launch({ name: "Deep" });
  const isListed = async () =>
    Object.hasOwn(await readMarketState(fixture.db, fixture.chainId), token);
  const launchedAt = await fixture.chain.client.getBlockNumber();
  await untilSettled();
  expect(await isListed()).toBe(false);
  await fixture.chain.test.mine({ blocks: CONFIRMATIONS });
  await untilSettled();
  expect(await isListed()).toBe(true);
  expect((await fixture.findCheckpoint())?.block).toBe(Number(launchedAt));
});

it("ignores reorganisations up to that depth and reverts deeper ones", async () => {
  const { token } = await fixture.launch({ name: "Shallow" });
  await fixture.chain.test.mine({ blocks: CONFIRMATIONS });
  await untilSettled();
  await fixture.chain.reorg(CONFIRMATIONS - 1);
  await fixture.chain.test.mine({ blocks: 1 });
  await untilSettled();
  expect(indexer.output()).not.toContain("rolling back a reorg");
  expect(await readMarketState(fixture.db, fixture.chainId)).toHaveProperty(token);
  await fixture.chain.reorg(CONFIRMATIONS + 4);
  await fixture.chain.test.mine({ blocks: 1 });
  await untilSettled();
  expect(indexer.output()).toContain("rolling back a reorg");
  expect(await readMarketState(fixture.db, fixture.chainId)).not.toHaveProperty(token);
});
