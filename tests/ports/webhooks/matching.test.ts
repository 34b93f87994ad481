import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { addMarketDeliveries } from "@/lib/features/webhooks/store/add-market-deliveries";
import { webhookDeliveries } from "@/lib/features/webhooks/store/tables";
import { startTestDatabase } from "../../setup/database/postgres";
import { addressOf, createMarketWriter } from "../../setup/database/write-market";

const CHAIN_ID = 84_532;
const TRADES = 500;

it("matches a batch with 100,000 filters by their index, far below the time limit of a statement", async () => {
  const database = await startTestDatabase();
  const { db } = database;
  const writer = createMarketWriter(db, CHAIN_ID);
  const token = addressOf(100);
  await writer.list(token, { marketCapWei: 1n, image: null });
  await writer.write(10, [{ trades: Array.from({ length: TRADES }, () => token) }]);
  await db.execute(sql`
    insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret,
      challenge, created_at, verified_at)
    select 'wh_' || n, 'live', 'https://x', 'active', '{trade}', 0, '', '', to_timestamp(0), now()
    from generate_series(1, 1000) as n`);
  await db.execute(sql`
    insert into launch.webhook_subjects (webhook_id, role, subject)
    select 'wh_' || n, 1, decode(lpad(to_hex(n * 1000 + m), 40, '0'), 'hex')
    from generate_series(1, 1000) as n, generate_series(1, 100) as m`);
  await db.execute(sql`
    insert into launch.webhook_subjects select 'wh_' || n, 0, '' from generate_series(1, 2) as n`);
  const range = {
    datasetId: CHAIN_ID,
    chainId: CHAIN_ID,
    realm: "live" as const,
    after: 9,
    upTo: 10,
  };
  // Twice: an event that is stored already is left out.
  for (let n = 0; n < 2; n += 1) await db.transaction((tx) => addMarketDeliveries(tx, range));
  expect(await db.$count(webhookDeliveries)).toBe(2 * TRADES);
  await database.stop();
});
