import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, inject, it } from "vitest";
import {
  createWebhookAnswer,
  deletedAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  secretAnswer,
  webhookAnswer,
  webhooksAnswer,
} from "@/lib/features/webhooks/schema";
import { newCaller, request } from "../../setup/api/api";
import { signInWithWallet } from "../../setup/api/sign-in";
import { queryStack } from "../../setup/database/stack-database";
import { openBrowser } from "../account/browser";

const ROOT = "/api/v1/webhooks";
/** A reserved name: it never resolves. */
const url = "https://receiver.example/hooks";

async function create(filters: Record<string, unknown> = {}) {
  const { status, body } = await request(ROOT, { body: { url, ...filters } });
  expect(status).toBe(200);
  const created = createWebhookAnswer.parse(body);
  const headers = { authorization: `Bearer ${created.managementSecret}` };
  return { ...created, headers, path: `${ROOT}/${created.webhook.id}` };
}

describe("webhooks of a management secret", () => {
  it("are created, read, listed, changed and deleted with it", async () => {
    const { webhook, headers, path } = await create({ kinds: ["trade"], minTradeETH: "0.5" });
    expect(webhook).toMatchObject({ state: "pending", kinds: ["trade"], minTradeETH: "0.5" });
    const got = await request(path, { headers });
    expect(webhookAnswer.parse(got.body).webhook).toMatchObject({ id: webhook.id, url });
    expect(got.headers.get("cache-control")).toBe("no-store");
    const { body: list } = await request(ROOT, { headers });
    expect(webhooksAnswer.parse(list).webhooks.map(({ id }) => id)).toEqual([webhook.id]);
    const tokens = ["0x8ba1f109551bd432803012645ac136ddd64dba72"];
    const changes = { tokens, minTradeETH: "2", enabled: false };
    const changed = await request(path, { method: "PATCH", headers, body: changes });
    expect(webhookAnswer.parse(changed.body).webhook).toMatchObject({
      tokens: ["0x8ba1f109551bD432803012645Ac136ddd64DBA72"],
      kinds: ["trade"],
      minTradeETH: "2",
      state: "disabled",
      disabledReason: "owner",
    });
    // Some clients send a body with every request.
    const deleted = await request(path, { method: "DELETE", headers, body: {} });
    expect(deletedAnswer.parse(deleted.body)).toEqual({ success: true });
    expect(await request(path, { headers })).toMatchObject({
      status: 404,
      body: { code: "webhook_not_found" },
    });
  });

  it("rotate their secret, list deliveries and send the challenge again", async () => {
    const { secret, headers, path } = await create();
    const rotated = await request(`${path}/rotate-secret`, { headers, body: {} });
    const { secret: next, webhook } = secretAnswer.parse(rotated.body);
    expect(next).not.toBe(secret);
    expect(webhook.previousSecretUntil).toBeGreaterThan(Date.now() / 1_000);
    const tested = await request(`${path}/test`, { headers, body: {} });
    expect(deliveryAnswer.parse(tested.body).delivery.event?.type).toBe("webhook.verify");
    const first = deliveriesAnswer.parse(
      (await request(`${path}/deliveries?limit=1`, { headers })).body,
    );
    expect(first.deliveries).toHaveLength(1);
    const second = deliveriesAnswer.parse(
      (await request(`${path}/deliveries?limit=1&cursor=${first.nextCursor}`, { headers })).body,
    );
    // The first challenge is not valid any more.
    expect(second.deliveries.map(({ state }) => state)).toEqual(["canceled"]);
    expect(second.nextCursor).toBeNull();
  });

  it("replay only deliveries that exist, of a verified endpoint", async () => {
    const { headers, path, webhook } = await create();
    const replay = `${path}/deliveries/msg_${"0".repeat(32)}/replay`;
    expect(await request(replay, { headers, body: {} })).toMatchObject({
      status: 409,
      body: { code: "webhook_inactive" },
    });
    const statement =
      "update launch.webhooks set state = 'active', verified_at = now() where id = $1";
    await queryStack(inject("dataDir"), statement, [webhook.id]);
    expect(await request(replay, { headers, body: {} })).toMatchObject({
      status: 404,
      body: { code: "delivery_not_found" },
    });
    const tested = await request(`${path}/test`, { headers, body: {} });
    const { delivery } = deliveryAnswer.parse(tested.body);
    expect(delivery.event?.type).toBe("webhook.test");
    await queryStack(
      inject("dataDir"),
      "update launch.webhook_deliveries set state = 'dead', finished_at = now() where id = $1",
      [delivery.id],
    );
    const again = await request(`${path}/deliveries/${delivery.id}/replay`, { headers, body: {} });
    expect(deliveryAnswer.parse(again.body).delivery).toMatchObject({
      id: delivery.id,
      state: "waiting",
    });
    await request(path, { method: "DELETE", headers });
  });

  it("return 409 for a test of one that is disabled", async () => {
    const { headers, path } = await create();
    await request(path, { method: "PATCH", headers, body: { enabled: false } });
    const { status } = await request(`${path}/test`, { headers, body: {} });
    expect(status).toBe(409);
    const on = await request(path, { method: "PATCH", headers, body: { enabled: true } });
    expect(webhookAnswer.parse(on.body).webhook.state).toBe("pending");
  });
});

describe("webhooks of an account", () => {
  const browser = openBrowser();
  beforeAll(async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    await signInWithWallet(browser, inject("baseUrl"), key);
  });

  it("have no management secret, and belong to the session alone", async () => {
    const response = await browser.request(ROOT, { json: { url } });
    const { webhook, managementSecret } = createWebhookAnswer.parse(await response.json());
    expect(managementSecret).toBeNull();
    const path = `${ROOT}/${webhook.id}`;
    expect((await browser.request(path)).status).toBe(200);
    expect((await request(path)).status).toBe(404);
    const crossSite = { headers: { origin: "https://evil.example" } };
    expect((await browser.request(path, crossSite)).status).toBe(404);
    const listed = webhooksAnswer.parse(await (await browser.request(ROOT)).json());
    expect(listed.webhooks.map(({ id }) => id)).toEqual([webhook.id]);
  });
});

describe("requests about webhooks", () => {
  it.each([
    ["a filter of an unknown kind", { kinds: ["nothing"] }],
    ["no kinds", { kinds: [] }],
    ["an amount with an exponent", { minTradeETH: "1e3" }],
    ["a wrong checksum", { tokens: ["0x8ba1f109551bD432803012645Ac136ddd64DBA7F"] }],
    ["an unknown chain", { chains: ["mainnet"] }],
    ["no URL", { url: "not a url" }],
  ])("return 400 for %s", async (_, changes) => {
    const { status, body } = await request(ROOT, { body: { url, ...changes } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });

  it.each(["/api/v1/webhooks/unknown", "/api/v1/webhooks/wh_%20/deliveries"])(
    "return 400 for an id that is none: %s",
    async (path) => {
      expect(await request(path)).toMatchObject({
        status: 400,
        body: { code: "invalid_parameters" },
      });
    },
  );

  it("return 401 for a list without a session or a management secret", async () => {
    expect(await request(ROOT)).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  });

  it.each([
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/deliveries"],
    ["POST", "/test"],
    ["POST", "/rotate-secret"],
    ["PATCH", ""],
  ])("return the same 404 for a wrong secret and an unknown id: %s %s", async (method, rest) => {
    const { path } = await create();
    const headers = { authorization: `Bearer whm_${"A".repeat(43)}` };
    const body = ["POST", "PATCH"].includes(method) ? { body: {} } : {};
    const foreign = await request(`${path}${rest}`, { method, headers, ...body });
    const unknown = await request(`${ROOT}/wh_${"A".repeat(22)}${rest}`, {
      method,
      headers,
      ...body,
    });
    const without = await request(`${path}${rest}`, { method, ...body });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect(foreign.body).toEqual(without.body);
  });

  it("return 413 and 415 for a body of PATCH that is too large or no JSON", async () => {
    const { path, headers } = await create();
    const patch = { method: "PATCH", headers };
    const large = await request(path, { ...patch, body: { url: "x".repeat(40_000) } });
    expect(large.status).toBe(413);
    const type = { ...headers, "content-type": "text/plain" };
    expect((await request(path, { ...patch, headers: type, rawBody: "{}" })).status).toBe(415);
  });

  it("return 429 for the eleventh webhook of a caller in an hour", async () => {
    const caller = newCaller();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await request(ROOT, { body: { url: "http://no" }, caller })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it("are allowed to pages of other origins with a management secret", async () => {
    const { path } = await create();
    const { status, headers } = await request(path, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(headers.get("access-control-allow-methods")).toContain("PATCH, DELETE");
    const other = await request("/api/v1/config", { method: "OPTIONS" });
    expect(other.headers.get("access-control-allow-headers")).not.toContain("Authorization");
  });
});
