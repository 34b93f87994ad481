import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { createWebhook } from "@/lib/features/webhooks/create-webhook";
import { getWebhook } from "@/lib/features/webhooks/manage-webhook";
import { createWebhookRequest, type Webhook } from "@/lib/features/webhooks/schema";
import { sendDueDeliveries } from "@/lib/features/webhooks/send-due-deliveries";
import { updateWebhook } from "@/lib/features/webhooks/update-webhook";
import {
  answer,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../setup/servers/start-webhook-receiver";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

/** An attacker whose own endpoint answers the challenges that are meant for somebody else's. */

const ROUNDS = 80;
const caller = { buckets: { own: "test", networks: [] }, isExempt: true };

let fixture: ServiceFixture;
let ctx: ServiceContext;
let own: WebhookReceiver;
let victim: WebhookReceiver;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.newContext({ WEBHOOKS_TO_LOOPBACK: "allowed" });
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  own = await startWebhookReceiver();
  victim = await startWebhookReceiver();
  victim.respondWith(answer(404));
});
afterEach(() => Promise.all([own.stop(), victim.stop()]));

async function create(url: string) {
  const request = createWebhookRequest.parse({ url });
  const { webhook, managementSecret } = await createWebhook({
    ctx,
    input: { request, session: null, caller, limit: noLimit },
  });
  const proof = { session: null, authorization: `Bearer ${managementSecret}` };
  return { webhookId: webhook.id, proof };
}

const isBreached = ({ state, url }: Webhook) => state === "active" && url === victim.url;

it("never verifies a URL by the answer of another one, however often the URL changes", async () => {
  const of = await create(own.url);
  const patch = (url: string) =>
    updateWebhook({ ctx, input: { ...of, request: { url }, limit: noLimit } });
  let isOver = false;
  const breaches: Webhook[] = [];
  const deliver = async () => {
    while (!isOver) await sendDueDeliveries({ ctx, input: { id: of.webhookId } });
  };
  const senders = Array.from({ length: 4 }, deliver);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await patch(own.url);
      await patch(victim.url);
      const { webhook } = await getWebhook({ ctx, input: of });
      if (isBreached(webhook)) breaches.push(webhook);
    }
  } finally {
    isOver = true;
    await Promise.all(senders);
  }
  const { webhook } = await getWebhook({ ctx, input: of });
  expect([...breaches, webhook].filter(isBreached)).toEqual([]);
  // The challenge of each URL was sent to that URL only.
  const seenByOwn = own.events.map(({ data }) => data.challenge);
  const seenByVictim = victim.events.map(({ data }) => data.challenge);
  expect(seenByVictim.filter((challenge) => seenByOwn.includes(challenge))).toEqual([]);
});

it("never moves a webhook without a challenge that was enabled meanwhile", async () => {
  const of = await create(own.url);
  const patch = (request: { url?: string; enabled?: boolean }) =>
    updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
  await patch({ enabled: false });
  const { moved } = await fixture.db.transaction(async (tx) => {
    const isOwn = sql`id = ${of.webhookId}`;
    await tx.execute(sql`select 1 from launch.webhooks where ${isOwn} for update`);
    // A disabled webhook moves without a challenge. This request has read that, and waits.
    const moved = patch({ url: victim.url });
    await expect.poll(countWaiting).toBe(1);
    // Another request has switched the webhook on, and its endpoint has answered.
    await tx.execute(sql`update launch.webhooks set state = 'active', verified_at = now()
      where ${isOwn}`);
    return { moved };
  });
  expect((await moved).webhook).toMatchObject({ url: victim.url, state: "pending" });
  await sendDueDeliveries({ ctx, input: { id: of.webhookId } });
  expect(victim.events.map(({ type }) => type)).toEqual(["webhook.verify"]);
  expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("pending");
});

/** Statements that wait for a lock of another one. */
async function countWaiting(): Promise<number | null> {
  const { rowCount } = await fixture.db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%"webhooks"%'`);
  return rowCount;
}
