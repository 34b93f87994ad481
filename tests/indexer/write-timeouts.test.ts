import { afterAll, beforeAll, expect, it } from "vitest";
import { POLICIES } from "@/lib/indexer/polling/policy";
import { createFixture, type Fixture } from "./support/create-fixture";
import { recompute } from "./support/naive/recompute";
import { readMarketState } from "./support/read-market-state";
import { startReorgChain } from "./support/test-chains";

const STATEMENT_MS_MAX = 600;
/** A batch of four launches exceeds the time limit, whatever the machine does; one fits. */
const LAUNCH_MS = 180;
const LAUNCHES = 6;
const UNTIL_MS = 60_000;
/** More blocks than the indexer reads one by one. */
const OLD_BLOCKS = POLICIES.sandbox.liveBlocks + 50;

let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
beforeAll(async () => {
  fixture = await createFixture(startReorgChain);
  await fixture.db.execute(`
    create function market.be_slow() returns trigger language plpgsql as $$ begin
      perform pg_sleep(${LAUNCH_MS / 1_000} * (select count(*) from added));
      return null;
    end $$`);
  await fixture.db.execute(`
    create trigger be_slow after insert on market.launches referencing new table as added
    for each statement execute function market.be_slow()`);
});
afterAll(() => fixture.stop());

/** Starts an indexer on new launches, and waits until it has written them all. */
async function indexLaunches(name: string, blocksAfter: number): Promise<string> {
  for (let i = 0; i < LAUNCHES; i += 1) await fixture.launch({ name: `${name} ${i}` });
  if (blocksAfter > 0) await fixture.chain.test.mine({ blocks: blocksAfter });
  const url = new URL(fixture.postgres().url);
  url.searchParams.set("statement_timeout", String(STATEMENT_MS_MAX));
  const indexer = await fixture.startIndexer({ DATABASE_URL: url.href }, UNTIL_MS);
  await fixture.untilIndexed(UNTIL_MS);
  const [indexed, raw] = await Promise.all([
    readMarketState(fixture.db, fixture.chainId),
    recompute(fixture.chain, fixture.deployment),
  ]);
  expect(indexed).toEqual(raw);
  const output = indexer.output();
  await indexer.stop();
  return output;
}

it.each([
  ["old blocks, read as a range", OLD_BLOCKS],
  ["blocks near the head", 0],
])(
  "writes smaller batches when one exceeds the statement timeout: %s",
  { timeout: 2 * UNTIL_MS },
  async (name, blocksAfter) => {
    const output = await indexLaunches(name, blocksAfter);
    expect(output).toContain("canceling statement due to statement timeout");
    expect(output).toContain("a batch took too long to write; the next ones are smaller");
  },
);
