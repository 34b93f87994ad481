import { afterAll, beforeAll, expect, it } from "vitest";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createWorld, type World } from "./support/create-world";
import { readPicture } from "./support/read-picture";
import { startReorgChain } from "./support/test-chains";

const CONFIRMATIONS = 3;

let world: World<Awaited<ReturnType<typeof startReorgChain>>>;
let indexer: Awaited<ReturnType<typeof world.startIndexer>>;

beforeAll(async () => {
  world = await createWorld(startReorgChain);
  indexer = await world.startIndexer({ CONFIRMATIONS_BASE_SEPOLIA: String(CONFIRMATIONS) });
});
afterAll(() => world.stop());

/** Resolves when everything is indexed that is deep enough. */
async function untilSettled(): Promise<void> {
  const done = await waitUntil(
    async () => {
      const head = Number(await world.chain.client.getBlockNumber());
      return (await world.findCheckpoint())?.block === head - CONFIRMATIONS;
    },
    { timeoutMs: 15_000, everyMs: 5 },
  );
  if (done === null) throw new Error(`it did not get there:\n${indexer.output()}`);
}

it("shows a launch after the configured number of confirmations", async () => {
  await world.chain.test.mine({ blocks: CONFIRMATIONS });
  const { token } = await world.launch({ name: "Deep" });
  const isListed = async () => Object.hasOwn(await readPicture(world.db, world.chainId), token);
  const launchedAt = await world.chain.client.getBlockNumber();
  await untilSettled();
  expect(await isListed()).toBe(false);
  await world.chain.test.mine({ blocks: CONFIRMATIONS });
  await untilSettled();
  expect(await isListed()).toBe(true);
  expect((await world.findCheckpoint())?.block).toBe(Number(launchedAt));
});

it("ignores reorganisations up to that depth and reverts deeper ones", async () => {
  const { token } = await world.launch({ name: "Shallow" });
  await world.chain.test.mine({ blocks: CONFIRMATIONS });
  await untilSettled();
  await world.chain.reorg(CONFIRMATIONS - 1);
  await world.chain.test.mine({ blocks: 1 });
  await untilSettled();
  expect(indexer.output()).not.toContain("rolling back a reorg");
  expect(await readPicture(world.db, world.chainId)).toHaveProperty(token);
  await world.chain.reorg(CONFIRMATIONS + 4);
  await world.chain.test.mine({ blocks: 1 });
  await untilSettled();
  expect(indexer.output()).toContain("rolling back a reorg");
  expect(await readPicture(world.db, world.chainId)).not.toHaveProperty(token);
});
