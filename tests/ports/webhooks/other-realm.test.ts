import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hasReceivingWebhooks } from "@/lib/features/webhooks/store/add-deliveries";
import {
  addMarketDeliveries,
  revertMarketDeliveries,
} from "@/lib/features/webhooks/store/add-market-deliveries";
import { addModerationChange } from "@/lib/features/webhooks/store/add-moderation-change";
import { addModerationDeliveries } from "@/lib/features/webhooks/store/add-moderation-deliveries";
import { createDeliveryUpkeep } from "@/lib/features/webhooks/store/create-delivery-upkeep";
import type { Realm } from "@/lib/shared/realm";
import { startTestDatabase } from "../../setup/database/postgres";
import { addressOf, createMarketWriter } from "../../setup/database/write-market";

const CHAIN_ID = 84_532;
const IMAGE = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG";
const TOKEN = addressOf(100);
const now = () => new Date();
const of = (realm: Realm) => ({
  realm,
  datasetId: CHAIN_ID,
  chainId: CHAIN_ID,
  after: 9,
  upTo: 10,
});

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
  const writer = createMarketWriter(database.db, CHAIN_ID);
  await writer.list(TOKEN, { marketCapWei: 1n, image: IMAGE });
  await writer.write(10, [{ trades: [TOKEN] }]);
  await addWebhook("sandbox");
});
afterAll(() => database.stop());

async function addWebhook(realm: Realm) {
  await database.db.execute(sql`
    insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret,
      challenge, created_at, verified_at)
    values (${realm}, ${realm}, 'https://x', 'active',
      '{trade,moderation.decided,moderation.changed}', 0, '', '', to_timestamp(0), now())
    on conflict do nothing`);
  await database.db.execute(sql`insert into launch.webhook_subjects values (${realm}, 0, '')
    on conflict do nothing`);
}

async function listDeliveries(): Promise<string[]> {
  const { rows } = await database.db.execute(sql`
    select concat_ws(' ', webhook_id, kind, state) as line from launch.webhook_deliveries
    order by sequence`);
  return rows.map(({ line }) => String(line));
}

it("stores no events for webhooks of the other realm, also beside one of its own", async () => {
  const { db } = database;
  expect(await hasReceivingWebhooks(db, "live")).toBe(false);
  await addWebhook("live");
  await db.transaction(async (tx) => {
    await addMarketDeliveries(tx, of("live"));
    await addModerationDeliveries(tx, { realm: "live", cid: IMAGE, state: "approved" }, now());
    const key = `${CHAIN_ID}:${TOKEN}`;
    await addModerationChange(tx, { realm: "live", kind: "token", key, eventId: 1, at: now() });
  });
  expect(await listDeliveries()).toEqual([
    "live trade waiting",
    "live moderation.decided waiting",
    "live moderation.changed waiting",
  ]);
});

it("takes back and cancels deliveries by their realm", async () => {
  const { db } = database;
  await addWebhook("live");
  await db.execute(sql`delete from launch.webhook_deliveries`);
  await db.transaction(async (tx) => {
    await addMarketDeliveries(tx, of("live"));
    await addMarketDeliveries(tx, of("sandbox"));
    await revertMarketDeliveries(tx, { chainId: CHAIN_ID, realm: "live", block: 9 });
  });
  expect(await listDeliveries()).toEqual(["live trade canceled", "sandbox trade waiting"]);
  expect(await createDeliveryUpkeep(db, now, "live").cancelOtherRealms()).toBe(1);
  expect(await createDeliveryUpkeep(db, now, "live").cancelOtherRealms()).toBe(0);
  expect(await listDeliveries()).toEqual(["live trade canceled", "sandbox trade canceled"]);
});
