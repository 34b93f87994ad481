import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readRows } from "@/lib/features/market/store/tables/raw-columns";
import { checkEverything } from "./support/check-everything";
import { createFixture, type Fixture } from "./support/create-fixture";
import { createHistory } from "./support/generate-history";
import { startReorgChain } from "./support/test-chains";

/**
 * Compares every endpoint with a naive replay of the chain's raw logs, over a history with every
 * kind of event. `npm run test:history` runs the long form: 24 tokens and more than 5,000 swaps.
 */
const IS_LONG = process.env.HISTORY === "long";
const SIZE = IS_LONG
  ? { tokens: 24, blocks: 110, transactions: 45, between: 15 }
  : { tokens: 6, blocks: 12, transactions: 25, between: 5 };
const DEPTHS = IS_LONG ? [1, 7, 60] : [1, 7];
const TIMEOUT_MS = IS_LONG ? 900_000 : 90_000;

const countRow = z.object({ what: z.string(), count: z.string().transform(Number) });

describe("every number of the Data API", { timeout: TIMEOUT_MS }, () => {
  let fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>;
  let history: Awaited<ReturnType<typeof createHistory>>;
  let indexer: Awaited<ReturnType<typeof fixture.startIndexer>>;

  beforeAll(async () => {
    fixture = await createFixture(startReorgChain);
    history = await createHistory(fixture, 7);
    indexer = await fixture.startIndexer();
  });
  afterAll(async () => {
    await fixture.stop();
  });

  /** Runs `work` while the indexer is killed at random moments. */
  async function underKills(kills: number, work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    for (let i = 0; i < kills && !isOver; i += 1) {
      await indexer.kill();
      indexer = await fixture.startIndexer();
    }
    await working;
  }

  it("equals a replay of the raw logs, despite kill -9 at random moments", async () => {
    await underKills(IS_LONG ? 40 : 2, async () => {
      for (let i = 0; i < SIZE.tokens; i += 1) await history.launch();
      await history.run(SIZE.blocks, SIZE.transactions);
    });
    await checkEverything(fixture, [...history.accounts]);
  });

  it.each(DEPTHS)("still does after a reorg of %i blocks", async (depth) => {
    await underKills(IS_LONG ? 5 : 0, () => history.run(depth + SIZE.between, SIZE.transactions));
    await fixture.untilIndexed(120_000);
    await fixture.chain.reorg(depth);
    await checkEverything(fixture, [...history.accounts]);
    await history.run(SIZE.between, SIZE.transactions);
    await checkEverything(fixture, [...history.accounts]);
  });

  it("is compared over every kind of event", async () => {
    const counts = await readRows(
      fixture.db,
      countRow,
      sql`
        select kind as what, count(*) as count from market.manager_events group by kind
        union all select case when eth_to_pool_wei > 0 then 'buy' else 'sell' end, count(*)
          from market.swaps group by 1
        union all select 'wall move', count(*) from market.wall_moves
        union all select 'tokens received', count(*) from market.position_changes
          where received_wei > 0
        union all select 'tokens burned', count(*) from market.position_changes
          where burned_wei > 0 and realized_wei < 0
        union all select 'burn', count(*) from market.supply_changes where delta_wei < 0
        union all select 'claim', count(*) from market.fee_claims
        union all select 'referral', count(*) from market.swaps where referral_wei > 0`,
    );
    const seen = Object.fromEntries(counts.map(({ what, count }) => [what, count]));
    if (IS_LONG) process.stdout.write(`${JSON.stringify(seen)}\n`);
    const expected = ["buy", "sell", "wall move", "burn", "claim", "received", "paid", "referral"];
    for (const what of [...expected, "tokens received", "tokens burned"]) {
      expect(seen[what] ?? 0, what).toBeGreaterThan(0);
    }
    if (IS_LONG) expect((seen.buy ?? 0) + (seen.sell ?? 0)).toBeGreaterThan(5_000);
  });
});
