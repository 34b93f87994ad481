import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, type SQL, sql } from "drizzle-orm";
import { type Hex, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import type { Executor } from "@/lib/drivers/db/create-database";
import { tokenKey } from "@/lib/features/moderation/rules/moderation";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { createWebhook } from "@/lib/features/webhooks/create-webhook";
import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "@/lib/features/webhooks/manage-webhook";
import { removeOldDeliveries } from "@/lib/features/webhooks/remove-old-deliveries";
import { requestOverdueDeliveries } from "@/lib/features/webhooks/request-overdue-deliveries";
import { OLD_SECRETS_MAX, WEBHOOK_LIMITS } from "@/lib/features/webhooks/rules/limits";
import {
  createWebhookRequest,
  deliveriesQuery,
  updateWebhookRequest,
  webhookEvent,
} from "@/lib/features/webhooks/schema";
import { sendDueDeliveries } from "@/lib/features/webhooks/send-due-deliveries";
import { webhookDeliveries, webhookSubjects, webhooks } from "@/lib/features/webhooks/store/tables";
import { createWebhookRows } from "@/lib/features/webhooks/store/webhook-rows";
import { updateWebhook } from "@/lib/features/webhooks/update-webhook";
import { contentDigest, contentKey } from "@/lib/shared/cid";
import {
  accept,
  answer,
  isSignedWith,
  startWebhookReceiver,
  switchProtocols,
  type WebhookReceiver,
} from "../../setup/servers/start-webhook-receiver";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

const caller = { buckets: { own: "test", networks: [] }, isExempt: true };

const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

let fixture: ServiceFixture;
let ctx: ServiceContext;
let receiver: WebhookReceiver;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.newContext({ WEBHOOKS_TO_LOOPBACK: "allowed" });
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await receiver.stop();
  for (const table of [webhookDeliveries, webhookSubjects, webhooks])
    await fixture.db.delete(table);
});

const deliver = (id: string, from: ServiceContext = ctx) =>
  sendDueDeliveries({ ctx: from, input: { id } });

/** Creates a webhook whose endpoint is verified. */
async function create(filters: Record<string, unknown> = {}, url = receiver.url) {
  const request = createWebhookRequest.parse({ url, ...filters });
  const created = await createWebhook({
    ctx,
    input: { request, session: null, caller, limit: noLimit },
  });
  const { id } = created.webhook;
  const proof = { session: null, authorization: `Bearer ${created.managementSecret}` };
  await deliver(id);
  receiver.events.length = 0;
  return { ...created, id, of: { webhookId: id, proof } };
}

/** The database has microseconds: within the same millisecond its now would be later than ours. */
const A_MOMENT_AGO = sql`now() - interval '1 millisecond'`;

/** Makes what waits due, as if the pauses were over. */
const skipPauses = () =>
  fixture.db.execute(
    sql`update launch.webhook_deliveries set next_at = ${A_MOMENT_AGO}, leased_until = null where state = 'waiting'`,
  );
const skipTheDay = () =>
  fixture.db.execute(
    sql`update launch.webhook_deliveries set next_at = ${A_MOMENT_AGO}, expires_at = ${A_MOMENT_AGO} where state = 'waiting'`,
  );

/** Ends the time in which replaced secrets sign as well. */
const endOverlap = () =>
  fixture.db.execute(sql`update launch.webhooks set previous_until = ${A_MOMENT_AGO},
    previous_secrets = (select jsonb_agg(one || jsonb_build_object('until', ${A_MOMENT_AGO}))
      from jsonb_array_elements(previous_secrets) as one)`);

async function deliveriesOf(of: Parameters<typeof getWebhook>[0]["input"], query = {}) {
  const input = { ...of, query: deliveriesQuery.parse(query) };
  return (await listWebhookDeliveries({ ctx, input })).deliveries;
}

describe("the endpoint of a webhook", () => {
  it("gets nothing but the challenge until it repeats it", async () => {
    receiver.respondWith(answer(200));
    const { id, of } = await create();
    await fixture.launch({ name: "Before" });
    await skipPauses();
    await deliver(id);
    expect(receiver.events.map(({ type }) => type)).toEqual(["webhook.verify"]);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("pending");
    receiver.respondWith(accept);
    await skipPauses();
    await deliver(id);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
    await fixture.launch({ name: "After" });
    await deliver(id);
    const created = receiver.ofType("token.created").map(({ data }) => data.name);
    expect(created).toEqual(["After"]);
  });

  it("is disabled when it has not repeated the challenge for an hour", async () => {
    receiver.respondWith(answer(404));
    const { id, of } = await create();
    await skipTheDay();
    await deliver(id);
    const { webhook } = await getWebhook({ ctx, input: of });
    expect(webhook).toMatchObject({ state: "disabled", disabledReason: "unverified" });
  });

  it("stays verified when its own URL is sent again in another form", async () => {
    const { id, of } = await create();
    const [scheme, host = ""] = receiver.url.split("://");
    for (const url of [`${receiver.url}#part`, `${scheme?.toUpperCase()}://${host}`]) {
      const request = updateWebhookRequest.parse({ url });
      const { webhook } = await updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
      expect(webhook).toMatchObject({ state: "active", url: receiver.url });
    }
    await deliver(id);
    expect(receiver.events).toEqual([]);
  });

  it("counts towards the quota of its creator for a day if it is never verified", async () => {
    receiver.respondWith(answer(404));
    const own = { buckets: { own: "203.0.113.7", networks: [] }, isExempt: false };
    const request = createWebhookRequest.parse({ url: receiver.url, tokens: [TOKEN] });
    const add = () =>
      createWebhook({ ctx, input: { request, session: null, caller: own, limit: noLimit } });
    const created = await Promise.all(Array.from({ length: WEBHOOK_LIMITS.perCaller }, add));
    const ids = created.map(({ webhook }) => webhook.id);
    await skipTheDay();
    for (const id of ids) await deliver(id);
    await removeOldDeliveries({ ctx });
    await expect(add()).rejects.toMatchObject({ code: "webhook_quota" });
    // One was verified before it was disabled.
    const [verified = "", ...others] = ids;
    await fixture.db.execute(sql`update launch.webhooks
      set created_at = now() - interval '25 hours',
        verified_at = case when id = ${verified} then now() end`);
    await removeOldDeliveries({ ctx });
    for (const _ of others) await add();
    await expect(add()).rejects.toMatchObject({ code: "webhook_quota" });
    const subjects = await fixture.db.select().from(webhookSubjects);
    expect(subjects.map(({ webhookId }) => webhookId)).toContain(verified);
    expect(subjects.filter(({ webhookId }) => others.includes(webhookId))).toEqual([]);
  });

  it.each([
    [410, "gone"],
    [500, "unreachable"],
  ])(
    "does not count towards the quota of its creator once %i has disabled it for more than a day",
    async (status, reason) => {
      const own = { buckets: { own: `203.0.113.${status % 256}`, networks: [] }, isExempt: false };
      const request = createWebhookRequest.parse({ url: receiver.url, tokens: [TOKEN] });
      const add = () =>
        createWebhook({ ctx, input: { request, session: null, caller: own, limit: noLimit } });
      const quota = { code: "webhook_quota" };
      const { webhook, managementSecret } = await add();
      const { id } = webhook;
      const of = {
        webhookId: id,
        proof: { session: null, authorization: `Bearer ${managementSecret}` },
      };
      for (let n = 1; n < WEBHOOK_LIMITS.perCaller; n += 1) await add();
      await deliver(id);
      await fixture.db
        .update(webhooks)
        .set({ succeededAt: new Date(Date.now() - 73 * 3_600_000) })
        .where(eq(webhooks.id, id));
      receiver.respondWith(answer(status));
      await testWebhook({ ctx, input: { ...of, limit: noLimit } });
      await skipTheDay();
      await deliver(id);
      expect((await getWebhook({ ctx, input: of })).webhook.disabledReason).toBe(reason);
      // Otherwise a caller could create webhooks without limit: their endpoint disables each.
      await expect(add()).rejects.toMatchObject(quota);
      // As a server of the previous release disables it.
      await fixture.db.update(webhooks).set({ disabledAt: null }).where(eq(webhooks.id, id));
      await expect(add()).rejects.toMatchObject(quota);
      await fixture.db
        .update(webhooks)
        .set({ disabledAt: new Date(Date.now() - 25 * 3_600_000) })
        .where(eq(webhooks.id, id));
      const replacement = await add();
      await expect(add()).rejects.toMatchObject(quota);
      const enable = () =>
        updateWebhook({ ctx, input: { ...of, request: { enabled: true }, limit: noLimit } });
      await expect(enable()).rejects.toMatchObject({
        ...quota,
        message: expect.stringContaining("The caller that created this webhook"),
      });
      const proof = { session: null, authorization: `Bearer ${replacement.managementSecret}` };
      await deleteWebhook({ ctx, input: { webhookId: replacement.webhook.id, proof } });
      expect((await enable()).webhook.state).toBe("pending");
    },
  );

  it("keeps the reason and time of its end when its owner disables it again", async () => {
    const { id, of } = await create();
    const off = { state: "disabled", disabledReason: "gone", disabledAt: new Date(0) } as const;
    await fixture.db.update(webhooks).set(off).where(eq(webhooks.id, id));
    await updateWebhook({ ctx, input: { ...of, request: { enabled: false }, limit: noLimit } });
    const [row] = await fixture.db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(row).toMatchObject(off);
  });

  it("is removed when it has no account and has been disabled for 90 days", async () => {
    const offFor = async (days: number | null, changes: { accountId?: string } = {}) => {
      const { id, of } = await create();
      await updateWebhook({ ctx, input: { ...of, request: { enabled: false }, limit: noLimit } });
      const disabledAt = days === null ? null : new Date(Date.now() - days * 24 * 3_600_000);
      await fixture.db
        .update(webhooks)
        .set({ disabledAt, ...changes })
        .where(eq(webhooks.id, id));
      return id;
    };
    const removed = await offFor(91);
    const kept = [
      await offFor(89),
      await offFor(91, { accountId: "somebody" }),
      await offFor(null),
    ];
    await removeOldDeliveries({ ctx });
    const rows = await fixture.db.select().from(webhooks);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(kept));
    expect(rows.every(({ disabledAt }) => disabledAt !== null)).toBe(true);
    const subjects = await fixture.db.select().from(webhookSubjects);
    expect(subjects.map(({ webhookId }) => webhookId)).not.toContain(removed);
  });

  it("shares each token, and the events of all, with a limited number of enabled webhooks", async () => {
    const { of } = await create({ tokens: [TOKEN] });
    await fixture.db.execute(sql`
      insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret,
        challenge, created_at, verified_at)
      select 'wh_' || n, (select realm from launch.webhooks where id = ${of.webhookId}), 'https://x',
        'active', '{trade}', 0, '', '', now(), now()
      from generate_series(1, ${WEBHOOK_LIMITS.perSubject}) as n`);
    await fixture.db.execute(sql`
      insert into launch.webhook_subjects (webhook_id, role, subject)
      select 'wh_' || n, 0, '' from generate_series(1, ${WEBHOOK_LIMITS.perSubject}) as n
      union all select 'wh_' || n, 1, decode(${TOKEN.slice(2)}, 'hex')
      from generate_series(1, ${WEBHOOK_LIMITS.perSubject} - 1) as n`);
    const patch = (request: { tokens?: Hex[]; enabled?: boolean }) =>
      updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    const full = { code: "webhook_quota" };
    await expect(create()).rejects.toMatchObject(full);
    await expect(create({ tokens: [TOKEN] })).rejects.toMatchObject(full);
    await expect(patch({ tokens: [] })).rejects.toMatchObject(full);
    // Its own place is not counted against it, and a disabled one has none.
    await patch({ tokens: [TOKEN] });
    await patch({ enabled: false });
    await patch({ tokens: [] });
    await expect(patch({ enabled: true })).rejects.toMatchObject(full);
    await fixture.db.execute(sql`update launch.webhooks set state = 'disabled' where id = 'wh_1'`);
    expect((await patch({ enabled: true })).webhook.state).toBe("pending");
  });

  it("takes a place for its token once it is verified, and is disabled when none is left", async () => {
    const { of } = await create({ tokens: [TOKEN] });
    const others = WEBHOOK_LIMITS.perSubject - 1;
    await fixture.db.execute(sql`
      insert into launch.webhooks (id, realm, url, state, kinds, min_trade_wei, sealed_secret,
        challenge, created_at)
      select 'wh_' || n, (select realm from launch.webhooks where id = ${of.webhookId}), 'https://x',
        'pending', '{trade}', 0, '', '', now()
      from generate_series(1, ${others}) as n`);
    await fixture.db.execute(sql`
      insert into launch.webhook_subjects (webhook_id, role, subject)
      select 'wh_' || n, 1, decode(${TOKEN.slice(2)}, 'hex') from generate_series(1, ${others}) as n`);
    receiver.respondWith(answer(503));
    const late = await create({ tokens: [TOKEN] });
    await fixture.db.execute(sql`update launch.webhooks set state = 'active', verified_at = now()
      where url = 'https://x'`);
    receiver.respondWith(accept);
    await skipPauses();
    await deliver(late.id);
    expect((await getWebhook({ ctx, input: late.of })).webhook).toMatchObject({
      state: "disabled",
      disabledReason: "quota",
      verifiedAt: null,
    });
    // One that has its place is verified again.
    const request = { url: `${receiver.url}/moved` };
    await updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    await deliver(of.webhookId);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
  });

  it("is verified again when it moves", async () => {
    const { id, of } = await create();
    const request = { url: `${receiver.url}/moved` };
    const { webhook } = await updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    expect(webhook).toMatchObject({ state: "pending", url: `${receiver.url}/moved` });
    await deliver(id);
    expect(receiver.events.map(({ type }) => type)).toEqual(["webhook.verify"]);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
  });

  it.each(["moves", "is enabled again"])("misses no event while it %s", async (change) => {
    const { id, of } = await create({ kinds: ["token.created"] });
    const patch = (request: { url?: string; enabled?: boolean }) =>
      updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    receiver.respondWith(answer(503));
    if (change === "moves") await patch({ url: `${receiver.url}/moved` });
    else {
      await patch({ enabled: false });
      await fixture.launch({ name: "Off" });
      await patch({ enabled: true });
    }
    await fixture.launch({ name: "Meanwhile" });
    await deliver(id);
    expect(receiver.events.map(({ type }) => type)).toEqual(["webhook.verify"]);
    receiver.respondWith(accept);
    await skipPauses();
    await deliver(id);
    expect(receiver.ofType("token.created").map(({ data }) => data.name)).toEqual(["Meanwhile"]);
  });

  it("has events that wait for its verification for a day as dead letters", async () => {
    const { id, of } = await create({ kinds: ["token.created"] });
    receiver.respondWith(answer(503));
    const request = { url: `${receiver.url}/moved` };
    await updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    await fixture.launch({ name: "Waiting" });
    await removeOldDeliveries({ ctx });
    expect(await deliveriesOf(of, { state: "dead" })).toEqual([]);
    await skipTheDay();
    await removeOldDeliveries({ ctx });
    expect(await deliveriesOf(of, { state: "dead" })).toMatchObject([
      { event: { type: "token.created" }, error: "the endpoint was not verified again" },
    ]);
    // The challenge still waits for its own end.
    receiver.respondWith(accept);
    await deliver(id);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
  });

  it("is disabled by a 410, and its events become dead letters", async () => {
    const { id, of } = await create();
    receiver.respondWith(answer(410));
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await deliver(id);
    const { webhook } = await getWebhook({ ctx, input: of });
    expect(webhook).toMatchObject({ state: "disabled", disabledReason: "gone" });
    const dead = await deliveriesOf(of, { state: "dead" });
    expect(dead).toHaveLength(2);
    await expect(testWebhook({ ctx, input: { ...of, limit: noLimit } })).rejects.toMatchObject({
      code: "webhook_inactive",
    });
  });
});

/** Gives a token an image, which moderation refuses. @returns its CID, as the token names it */
async function decideImage(
  token: string,
  cid = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
): Promise<string> {
  const key = contentKey(cid);
  await fixture.db.execute(sql`update market.tokens set image = case
    when address = decode(${token.slice(2)}, 'hex') then ${cid} end`);
  await fixture.db.execute(sql`insert into media.content (cid, state, next_attempt_at)
    values (${key}, 'pending', now()) on conflict (cid) do update set state = 'pending'`);
  await ctx.content.finish(key, "refused", "a private reason");
  return cid;
}

describe("events", () => {
  it("follow a launch, its trades, fees and bid wall, each with the documented shape", async () => {
    const creatorAddress = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
    const { id, of } = await create({ creators: [creatorAddress] });
    const { token } = await fixture.launch({ name: "Followed", creatorAddress });
    for (let i = 0; i < 4; i += 1) await fixture.trader.buy(token, parseEther("0.4"));
    await fixture.trader.sell(token, (await fixture.trader.balanceOf(token)) / 2n);
    await fixture.untilIndexed();
    await deliver(id);
    const { events } = receiver;
    for (const { headers, text } of events) {
      expect(webhookEvent.parse(JSON.parse(text)).id).toBe(headers["webhook-id"]);
    }
    const types = events.map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(["launch.waiting", "launch.active"]);
    expect(new Set(types)).toEqual(
      new Set([
        ...["launch.waiting", "launch.active", "launch.completed"],
        ...["token.created", "fee.transferred", "trade", "fee.earned", "wall.moved"],
      ]),
    );
    const trades = receiver.ofType("trade").map(({ data }) => data);
    expect(trades.map(({ type }) => type)).toEqual(["buy", "buy", "buy", "buy", "sell"]);
    expect(trades[0]).toMatchObject({
      chain: "base-sepolia",
      tokenAddress: token,
      amountETH: "0.4",
    });
    const { deliveries } = await listWebhookDeliveries({
      ctx,
      input: { ...of, query: deliveriesQuery.parse({ limit: "2" }) },
    });
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  });

  it("are only those that the filters select", async () => {
    const { token } = await fixture.launch({ name: "Filtered" });
    const { token: other } = await fixture.launch({ name: "Other" });
    const { id } = await create({ tokens: [token], kinds: ["trade"], minTradeETH: "0.1" });
    const elsewhere = await create({ chains: ["base"] });
    const creators = await create({ creators: [token] });
    await fixture.trader.buy(token, parseEther("0.05"));
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.trader.buy(other, parseEther("0.2"));
    await fixture.untilIndexed();
    await deliver(id);
    await deliver(elsewhere.id);
    // The address of a token is not that of a creator.
    await deliver(creators.id);
    expect(receiver.events.map(({ data }) => [data.tokenAddress, data.amountETH])).toEqual([
      [token, "0.1"],
    ]);
  });

  it("of a launch that is not on chain reach only webhooks that name its token or creator", async () => {
    const everything = await create();
    await fixture.launch({ name: "Secret" });
    await deliver(everything.id);
    const types = receiver.events.map(({ type }) => type);
    expect(types).toContain("launch.completed");
    expect(types).toContain("token.created");
    expect(types.filter((type) => ["launch.waiting", "launch.active"].includes(type))).toEqual([]);
  });

  it("of a completed launch have the token that exists, also if another one was expected", async () => {
    const { jobId, token } = await fixture.launch({ name: "Expected" });
    const { token: other } = await fixture.launch({ name: "Launched" });
    const launched = await ctx.transactions.find(jobId);
    if (launched === null || !isOfKind(launched, "launch")) throw new Error("no launch");
    const id = `${jobId}-again`;
    const { kind, chain, payload } = launched;
    await ctx.transactions.insert({ id, kind, chain, payload }, { isRunHere: false });
    const webhook = await create({ tokens: [other], kinds: ["launch.completed"] });
    expect(payload.expectedAddress).toBe(token);
    const result = { tokenAddress: other, managerAddress: null };
    await ctx.transactions.transition(id, "active");
    await ctx.transactions.transition(id, "completed", { changes: { result } });
    await deliver(webhook.id);
    expect(receiver.events.map(({ data }) => data.tokenAddress)).toEqual([other]);
  });

  it("report what moderation decided about a token's image", async () => {
    const { token } = await fixture.launch({ name: "Pictured" });
    const { id } = await create({ tokens: [token], kinds: ["moderation.decided"] });
    const v1 = "bafybeihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa";
    const images = [await decideImage(token), await decideImage(token, v1)];
    await deliver(id);
    expect(receiver.events.map(({ data }) => data)).toEqual(
      images.map((image) => ({
        chain: "base-sepolia",
        tokenAddress: token,
        image,
        decision: "refused",
      })),
    );
  });

  it("report each decision of a moderator about a token and its image, in order", async () => {
    const { token } = await fixture.launch({ name: "Moderated" });
    const { token: other } = await fixture.launch({ name: "Unmoderated" });
    const { id } = await create({ kinds: ["moderation.changed"] });
    const elsewhere = await create({ tokens: [other], kinds: ["moderation.changed"] });
    const cid = "bafkreicecnx2gvntm6fbcrvnc336qze6st5u7qq7457igegamd3bzkx7ri";
    await fixture.db.execute(sql`update market.tokens set image = ${cid}
      where address = decode(${token.slice(2)}, 'hex')`);
    const chainId = 84_532;
    const key = tokenKey(chainId, token);
    const target = { chainId, address: token, key };
    const picture = { cid: contentKey(cid), digest: contentDigest(cid) };
    const fingerprints = new Uint8Array();
    const { moderation } = ctx;
    const change = (run: (tx: Executor) => Promise<unknown>) => fixture.db.transaction(run);
    await change((tx) => moderation.setToken(tx, target, { state: "blurred", reason: "sexual" }));
    await change((tx) => moderation.setImage(tx, picture, { reason: "copyright", fingerprints }));
    await change((tx) => moderation.setToken(tx, target, { state: "hidden", reason: "scam" }));
    // A hidden token has no other state, so nothing changes for it.
    await change((tx) => moderation.setImage(tx, picture, null));
    await change((tx) => moderation.setImage(tx, picture, { reason: "hate", fingerprints }));
    await change((tx) => moderation.setToken(tx, target, null));
    await change((tx) => moderation.setImage(tx, picture, null));
    await expect(
      change(async (tx) => {
        await moderation.setToken(tx, target, { state: "hidden", reason: "other" });
        throw new Error("not committed");
      }),
    ).rejects.toThrow("not committed");
    await deliver(id);
    expect(receiver.events.map(({ type }) => type)).toEqual(
      Array.from({ length: 5 }, () => "moderation.changed"),
    );
    const seen = receiver.events.map(({ data }) => data);
    expect(seen).toEqual(
      [
        { state: "blurred", reason: "sexual" },
        { state: "picture_removed", reason: "copyright" },
        { state: "hidden", reason: "scam" },
        { state: "picture_removed", reason: "hate" },
        null,
      ].map((one) => ({ chain: "base-sepolia", tokenAddress: token, moderation: one })),
    );
    receiver.events.length = 0;
    await deliver(elsewhere.id);
    expect(receiver.events).toEqual([]);
  });

  it("of a hidden token are only for webhooks that name it or its creator", async () => {
    const { token } = await fixture.launch({ name: "Out of sight" });
    const kinds = ["trade", "fee.earned", "moderation.decided"];
    const all = await create({ kinds });
    const named = await create({ kinds, tokens: [token] });
    const target = { chainId: 84_532, address: token, key: tokenKey(84_532, token) };
    const decide = (next: Parameters<typeof ctx.moderation.setToken>[2]) =>
      fixture.db.transaction((tx) => ctx.moderation.setToken(tx, target, next));
    const received = async (id: string) => {
      receiver.events.length = 0;
      await deliver(id);
      return receiver.events.map(({ type }) => type);
    };
    const buy = async () => {
      await fixture.trader.buy(token, parseEther("0.1"));
      await fixture.untilIndexed();
    };
    await decide({ state: "hidden", reason: "scam" });
    await buy();
    await decideImage(token);
    expect(await received(all.id)).toEqual([]);
    expect(await received(named.id)).toEqual(["trade", "fee.earned", "moderation.decided"]);
    // A blurred one stays listed.
    await decide({ state: "blurred", reason: "sexual" });
    await buy();
    expect(await received(all.id)).toEqual(["trade", "fee.earned"]);
    await decide(null);
    await buy();
    expect(await received(all.id)).toEqual(["trade", "fee.earned"]);
  });

  it("of a token that the block list hides are only for webhooks that name it or its creator", async () => {
    const { token } = await fixture.launch({ name: "Listed" });
    const kinds = ["trade", "moderation.decided"];
    const all = await create({ kinds });
    const named = await create({ kinds, tokens: [token] });
    const path = join(fixture.dataDir, "hidden-tokens.txt");
    await writeFile(path, `base-sepolia:${token}`);
    const listing = fixture.newContext({
      WEBHOOKS_TO_LOOPBACK: "allowed",
      BLOCKLIST_FILE: path,
    });
    await listing.decisions.refresh();
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.untilIndexed();
    await decideImage(token);
    receiver.events.length = 0;
    await deliver(all.id, listing);
    expect(receiver.events).toEqual([]);
    await deliver(named.id, listing);
    expect(receiver.events.map(({ type }) => type)).toEqual(kinds);
    // It is not sent later either, by a server that has not read the list yet.
    await deliver(all.id);
    expect(receiver.events).toHaveLength(2);
  });

  it("that are indexed late are not lost when the endpoint is verified again meanwhile", async () => {
    const { token } = await fixture.launch({ name: "Late" });
    const old = await create({ tokens: [token], kinds: ["trade"] });
    const later = new Date(Date.now() + 3_600_000);
    await fixture.db.update(webhooks).set({ verifiedAt: later }).where(eq(webhooks.id, old.id));
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.untilIndexed();
    receiver.events.length = 0;
    await deliver(old.id);
    expect(receiver.events.map(({ type }) => type)).toEqual(["trade"]);
  });

  it("that a reorg removed are followed by event.reverted, or not sent at all", async () => {
    const { token } = await fixture.launch({ name: "Doubtful" });
    const sent = await create({ tokens: [token], kinds: ["trade"] });
    const unsent = await create({ tokens: [token], kinds: ["trade"] });
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.untilIndexed();
    await deliver(sent.id);
    const [trade] = receiver.ofType("trade");
    await fixture.chain.reorg(1);
    await fixture.untilIndexed();
    receiver.events.length = 0;
    await deliver(sent.id);
    const [reverted] = receiver.ofType("event.reverted");
    expect(reverted?.data).toMatchObject({ eventId: trade?.id, eventType: "trade" });
    const again = receiver.ofType("trade");
    expect(again.every(({ id }) => id !== trade?.id)).toBe(true);
    receiver.events.length = 0;
    await deliver(unsent.id);
    expect(receiver.ofType("event.reverted")).toEqual([]);
    expect(receiver.ofType("trade")).toHaveLength(again.length);
  });

  it("that a reorg removed before they were replayed are followed by event.reverted", async () => {
    const { token } = await fixture.launch({ name: "Replayed" });
    const { id, of } = await create({ tokens: [token], kinds: ["trade"] });
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.untilIndexed();
    await deliver(id);
    const [trade] = receiver.ofType("trade");
    if (trade === undefined) throw new Error("nothing arrived");
    await replayWebhookDelivery({
      ctx,
      input: { ...of, deliveryId: trade.id, limit: noLimit },
    });
    await fixture.chain.reorg(1);
    await fixture.untilIndexed();
    receiver.events.length = 0;
    await deliver(id);
    expect(receiver.ofType("event.reverted").map(({ data }) => data.eventId)).toEqual([trade.id]);
    expect(receiver.ofType("trade").map((event) => event.id)).not.toContain(trade.id);
  });
});

describe("delivery", () => {
  it("repeats a failed event with the same id, and keeps the order of its token", async () => {
    const { token } = await fixture.launch({ name: "Ordered" });
    const { token: other } = await fixture.launch({ name: "Independent" });
    const { id, of } = await create({ kinds: ["trade"] });
    for (const amount of ["0.1", "0.2"]) {
      await fixture.trader.buy(token, parseEther(amount));
      await fixture.trader.buy(other, parseEther(amount));
    }
    await fixture.untilIndexed();
    receiver.respondWith((event, response) => {
      response.statusCode = event.data.tokenAddress === token ? 500 : 200;
      response.end();
    });
    expect(await deliver(id)).toBeGreaterThan(0);
    const seen = () =>
      receiver.events.map(({ data }) => [data.tokenAddress === token, data.amountETH]);
    expect(seen().filter(([isFirst]) => isFirst)).toEqual([[true, "0.1"]]);
    expect(seen().filter(([isFirst]) => !isFirst)).toEqual([
      [false, "0.1"],
      [false, "0.2"],
    ]);
    const [waiting] = (await deliveriesOf(of, { state: "waiting" })).slice(-1);
    expect(waiting).toMatchObject({ attempts: 1, status: 500, error: "status 500" });
    const failed = receiver.events.find(({ data }) => data.tokenAddress === token);
    receiver.events.length = 0;
    receiver.respondWith(accept);
    await skipPauses();
    await deliver(id);
    expect(seen()).toEqual([
      [true, "0.1"],
      [true, "0.2"],
    ]);
    expect(receiver.events[0]?.id).toBe(failed?.id);
  });

  it("fails at once when the endpoint switches protocols, and never keeps the run", async () => {
    receiver.respondWith(switchProtocols);
    const { id, of } = await create();
    expect(await deliver(id)).toBeGreaterThan(0);
    const [verification] = await deliveriesOf(of);
    expect(verification).toMatchObject({
      state: "waiting",
      attempts: 1,
      status: null,
      error: "the connection failed",
    });
  });

  it("gives up after a day, keeps the dead letter and replays it", async () => {
    const { id, of } = await create();
    receiver.respondWith(answer(503));
    const { delivery } = await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await skipTheDay();
    await deliver(id);
    const [dead] = await deliveriesOf(of, { state: "dead" });
    expect(dead).toMatchObject({ id: delivery.id, status: 503, attempts: 1 });
    receiver.respondWith(accept);
    const replay = { ...of, deliveryId: delivery.id, limit: noLimit };
    await replayWebhookDelivery({ ctx, input: replay });
    await deliver(id);
    expect(receiver.events.map((event) => event.id)).toEqual([delivery.id, delivery.id]);
    const [again] = await deliveriesOf(of, { state: "delivered" });
    expect(again?.id).toBe(delivery.id);
    const unknown = { ...replay, deliveryId: `msg_${"0".repeat(32)}` };
    await expect(replayWebhookDelivery({ ctx, input: unknown })).rejects.toMatchObject({
      code: "delivery_not_found",
    });
  });

  it.each([
    [
      "an event cannot be rendered",
      sql`update launch.webhook_deliveries
      set data = '{"amount": {"$wei": "many"}}' where state = 'waiting'`,
    ],
    ["a secret cannot be opened", sql`update launch.webhooks set sealed_secret = '\\x00'`],
  ])("counts as failed, is repeated and given up when %s", async (_, breakIt) => {
    const { id, of } = await create();
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await fixture.db.execute(breakIt);
    expect(await deliver(id)).toBeGreaterThan(0);
    const stored = async () =>
      (await fixture.db.select().from(webhookDeliveries)).filter(
        ({ kind }) => kind === "webhook.test",
      );
    expect(await stored()).toMatchObject([
      {
        state: "waiting",
        attempts: 1,
        leasedUntil: null,
        status: null,
        error: "the service failed",
      },
    ]);
    await skipTheDay();
    await skipPauses();
    await fixture.db.execute(
      sql`update launch.webhooks set succeeded_at = now() - interval '4 days'`,
    );
    await deliver(id);
    expect(await stored()).toMatchObject([{ state: "dead", attempts: 2 }]);
    expect(receiver.events).toEqual([]);
    // The endpoint received nothing that it could have refused.
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
  });

  it("of a challenge is repeated until the service can send it, and does not disable the webhook", async () => {
    const request = createWebhookRequest.parse({ url: receiver.url });
    const created = await createWebhook({
      ctx,
      input: { request, session: null, caller, limit: noLimit },
    });
    const { id } = created.webhook;
    const proof = { session: null, authorization: `Bearer ${created.managementSecret}` };
    const of = { webhookId: id, proof };
    const { rows } = await fixture.db.execute<{ sealed: string }>(
      sql`select encode(sealed_secret, 'hex') as sealed from launch.webhooks`,
    );
    await fixture.db.execute(sql`update launch.webhooks set sealed_secret = '\\x00'`);
    await skipTheDay();
    await deliver(id);
    await removeOldDeliveries({ ctx });
    expect(await deliveriesOf(of)).toMatchObject([
      { state: "waiting", error: "the service failed" },
    ]);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("pending");
    await fixture.db.execute(
      sql`update launch.webhooks set sealed_secret = decode(${rows[0]?.sealed}, 'hex')`,
    );
    await skipPauses();
    await deliver(id);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("active");
  });

  it("of the new challenge of a verified webhook disables it after a day", async () => {
    const { id, of } = await create();
    const request = updateWebhookRequest.parse({ url: `${receiver.url}?moved` });
    await updateWebhook({ ctx, input: { ...of, request, limit: noLimit } });
    await fixture.db.execute(sql`update launch.webhooks set sealed_secret = '\\x00'`);
    await skipTheDay();
    await deliver(id);
    expect((await getWebhook({ ctx, input: of })).webhook.state).toBe("pending");
    await fixture.db.execute(sql`update launch.webhook_deliveries
      set created_at = now() - interval '25 hours' where state = 'waiting'`);
    await skipTheDay();
    await deliver(id);
    expect(await deliveriesOf(of, { state: "waiting" })).toEqual([]);
    expect((await getWebhook({ ctx, input: of })).webhook).toMatchObject({
      state: "disabled",
      disabledReason: "unverified",
    });
  });

  it("of the challenge of a new webhook takes no place for longer than a day", async () => {
    const request = createWebhookRequest.parse({ url: receiver.url });
    const add = () =>
      createWebhook({ ctx, input: { request, session: null, caller, limit: noLimit } });
    const [failed, ended, renewed] = [await add(), await add(), await add()];
    await fixture.db.execute(sql`update launch.webhooks
      set sealed_secret = '\\x00', created_at = now() - interval '25 hours'`);
    await skipTheDay();
    await deliver(failed.webhook.id);
    // As releases before this one ended a challenge that they could not send.
    await fixture.db.execute(sql`update launch.webhook_deliveries
      set state = 'dead', finished_at = now() where webhook_id = ${ended.webhook.id}`);
    const proof = { session: null, authorization: `Bearer ${renewed.managementSecret}` };
    await testWebhook({ ctx, input: { webhookId: renewed.webhook.id, proof, limit: noLimit } });
    await removeOldDeliveries({ ctx });
    const left = await fixture.db.select({ id: webhooks.id }).from(webhooks);
    expect(left).toEqual([{ id: renewed.webhook.id }]);
  });

  it("is listed without its event when the event cannot be rendered", async () => {
    const { of } = await create();
    const { delivery: broken } = await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    const { delivery: intact } = await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await fixture.db.execute(sql`update launch.webhook_deliveries
      set data = '{"amount": {"$wei": "many"}}' where id = ${broken.id}`);
    expect(await deliveriesOf(of, { state: "waiting" })).toMatchObject([
      { id: intact.id, event: { type: "webhook.test" } },
      { id: broken.id, event: null },
    ]);
  });

  it("disables a webhook whose endpoint had no success for three days", async () => {
    const { id, of } = await create();
    receiver.respondWith(answer(500));
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await fixture.db.execute(
      sql`update launch.webhooks set succeeded_at = now() - interval '73 hours'`,
    );
    await skipTheDay();
    await deliver(id);
    expect((await getWebhook({ ctx, input: of })).webhook).toMatchObject({
      state: "disabled",
      disabledReason: "unreachable",
    });
  });

  it("signs with the old secret as well for a day after a rotation", async () => {
    const { id, of, secret: old } = await create();
    const { secret, webhook } = await rotateWebhookSecret({
      ctx,
      input: { ...of, limit: noLimit },
    });
    expect(webhook.previousSecretUntil).not.toBeNull();
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await deliver(id);
    const [first] = receiver.events;
    if (first === undefined) throw new Error("nothing arrived");
    expect([isSignedWith(old, first), isSignedWith(secret, first)]).toEqual([true, true]);
    await endOverlap();
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await deliver(id);
    const second = receiver.events[1];
    if (second === undefined) throw new Error("nothing arrived");
    expect([isSignedWith(old, second), isSignedWith(secret, second)]).toEqual([false, true]);
  });

  it("signs with every secret that was replaced within a day, also by an older server", async () => {
    const { id, of, secret: deployed } = await create();
    const rotate = () => rotateWebhookSecret({ ctx, input: { ...of, limit: noLimit } });
    const [, , { secret }] = [await rotate(), await rotate(), await rotate()];
    // A server of the previous release writes only the two columns, and does not change the list.
    const sealed = await ctx.webhookSecrets.seal(id, "whsec_".padEnd(49, "B").concat("="));
    await fixture.db.execute(sql`update launch.webhooks set previous_secret = sealed_secret,
      sealed_secret = decode(${sealed.slice(2)}, 'hex')`);
    const { secret: newest } = await rotate();
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await deliver(id);
    const [event] = receiver.events;
    if (event === undefined) throw new Error("nothing arrived");
    expect([deployed, secret, newest].map((one) => isSignedWith(one, event))).toEqual([
      ...[true, true, true],
    ]);
  });

  it("refuses an eleventh secret while ten replaced ones sign, and names when to try again", async () => {
    const { of } = await create();
    const rotate = () => rotateWebhookSecret({ ctx, input: { ...of, limit: noLimit } });
    for (let n = 0; n < OLD_SECRETS_MAX; n += 1) await rotate();
    const error = await rotate().then(
      () => Promise.reject(new Error("it was rotated")),
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: "rate_limited", status: 429 });
    const { retryAfterSeconds } = z.object({ retryAfterSeconds: z.number() }).parse(error);
    expect(retryAfterSeconds).toBeGreaterThan(86_000);
    await endOverlap();
    await rotate();
  });

  it("stores neither secret in plain text", async () => {
    const { secret, managementSecret } = await create();
    const { rows: found } = await fixture.db.execute(
      sql`select w::text as row from launch.webhooks w`,
    );
    const rows = JSON.stringify(found);
    for (const one of [secret, managementSecret ?? ""]) {
      const bytes = Buffer.from(one.replace(/^wh[a-z]+_/, ""), "base64");
      expect(rows).not.toContain(one);
      expect(rows).not.toContain(bytes.toString("hex"));
    }
  });

  it("is shared by two web servers without sending an event twice", async () => {
    const second = fixture.newContext({ WEBHOOKS_TO_LOOPBACK: "allowed" });
    const { id, of } = await create();
    for (let i = 0; i < 20; i += 1) await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await Promise.all([deliver(id), deliver(id, second), deliver(id), deliver(id, second)]);
    const ids = receiver.events.map((event) => event.id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it("sends an event again whose process was killed, once its lease is over", async () => {
    const { id, of } = await create();
    const { delivery } = await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    // The claim of a process that ends before it sends.
    expect(await ctx.webhookDeliveries.claim(id, 8)).toHaveLength(1);
    expect(await deliver(id)).toBeGreaterThan(0);
    expect(receiver.events).toEqual([]);
    const requested = async () => {
      await fixture.db.execute(sql`update launch.outbox set sent_at = now()`);
      await requestOverdueDeliveries({ ctx });
      const { rows } = await fixture.db.execute(
        sql`select data ->> 'id' as id from launch.outbox where sent_at is null`,
      );
      return rows.map((row) => row.id);
    };
    await fixture.db.execute(
      sql`update launch.webhook_deliveries set next_at = now() - interval '1 minute'`,
    );
    expect(await requested()).toEqual([]);
    await fixture.db.execute(
      sql`update launch.webhook_deliveries set leased_until = ${A_MOMENT_AGO}`,
    );
    expect(await requested()).toEqual([id]);
    await deliver(id);
    expect(receiver.events.map((event) => event.id)).toEqual([delivery.id]);
  });

  describe("requests a run of the job engine", () => {
    const unsent = async () => {
      const { rows } = await fixture.db.execute(
        sql`select data ->> 'id' as id from launch.outbox where sent_at is null and name = 'webhook/due'`,
      );
      return rows.map((row) => row.id);
    };
    const markSent = () => fixture.db.execute(sql`update launch.outbox set sent_at = now()`);
    const overdue = async () => {
      await fixture.db.execute(
        sql`update launch.webhook_deliveries set next_at = now() - interval '1 minute'`,
      );
      await requestOverdueDeliveries({ ctx });
      return unsent();
    };

    it("once for what waits, however often it is overdue while the engine is down", async () => {
      const { id, of } = await create();
      await markSent();
      for (let n = 0; n < 3; n += 1) await testWebhook({ ctx, input: { ...of, limit: noLimit } });
      for (const name of ["One", "Two"]) await fixture.launch({ name });
      expect(await unsent()).toEqual([id]);
      for (let n = 0; n < 3; n += 1) expect(await overdue()).toEqual([id]);
    });

    it("at most once a minute for what stays overdue while the engine is busy", async () => {
      const { id, of } = await create();
      await testWebhook({ ctx, input: { ...of, limit: noLimit } });
      await markSent();
      await Promise.all([overdue(), overdue()]);
      expect(await unsent()).toEqual([id]);
      await markSent();
      expect(await overdue()).toEqual([]);
      await fixture.db.execute(
        sql`update launch.webhooks set requested_at = now() - interval '61 seconds'`,
      );
      expect(await overdue()).toEqual([id]);
    });

    it("not for an event that waits behind the first of its token, which is retried later", async () => {
      const { id, of } = await create();
      const first = await testWebhook({ ctx, input: { ...of, limit: noLimit } });
      await testWebhook({ ctx, input: { ...of, limit: noLimit } });
      await markSent();
      const requestedWith = async (firstAt: SQL) => {
        await fixture.db.execute(
          sql`update launch.webhooks set requested_at = null where id = ${id}`,
        );
        await fixture.db.execute(sql`update launch.webhook_deliveries set lane = 'one',
          next_at = case when id = ${first.delivery.id} then ${firstAt} else now() - interval '1 minute' end
          where webhook_id = ${id} and state = 'waiting'`);
        await requestOverdueDeliveries({ ctx });
        return unsent();
      };
      expect(await requestedWith(sql`now() + interval '2 hours'`)).toEqual([]);
      expect(await requestedWith(sql`now() - interval '1 minute'`)).toEqual([id]);
    });

    it("again while an earlier event is being sent, and not before the delivery is stored", async () => {
      const { id, of } = await create();
      await markSent();
      const addTest = () => testWebhook({ ctx, input: { ...of, limit: noLimit } });
      await addTest();
      await ctx.outbox.relay(async () => {
        await addTest();
      });
      // The run of the one that was sent may have ended before.
      expect(await unsent()).toEqual([id]);
      const rows = createWebhookRows(() => new Date(), "sandbox");
      const sent: unknown[] = [];
      const relay = () => ctx.outbox.relay(async (events) => void sent.push(...events));
      await fixture.db.transaction(async (tx) => {
        await rows.requestDelivery(tx, [id]);
        await relay();
      });
      expect(sent).toEqual([]);
      await relay();
      expect(sent).toHaveLength(1);
    });
  });

  it("sends nothing of a deleted webhook, and removes its deliveries and old ones", async () => {
    const { id, of } = await create();
    await testWebhook({ ctx, input: { ...of, limit: noLimit } });
    await deleteWebhook({ ctx, input: of });
    expect(await deliver(id)).toBeNull();
    expect(receiver.events).toEqual([]);
    const kept = await create();
    await testWebhook({ ctx, input: { ...kept.of, limit: noLimit } });
    await deliver(kept.id);
    await fixture.db.execute(sql`update launch.webhook_deliveries
      set finished_at = now() - interval '8 days' where kind = 'webhook.verify'`);
    await removeOldDeliveries({ ctx });
    const rows = await fixture.db.select().from(webhookDeliveries);
    expect(rows.map(({ webhookId, kind }) => [webhookId, kind])).toEqual([
      [kept.id, "webhook.test"],
    ]);
  });

  it("is stored for nothing while there are no webhooks", async () => {
    const { token } = await fixture.launch({ name: "Unwatched" });
    await fixture.trader.buy(token, parseEther("0.1"));
    await fixture.untilIndexed();
    expect(await fixture.db.select().from(webhookDeliveries)).toEqual([]);
  });
});
