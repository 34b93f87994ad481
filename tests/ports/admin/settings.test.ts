import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { auditList } from "@/lib/features/admin/schema";
import { settingsAnswer } from "@/lib/features/settings/schema";
import { config, health } from "@/lib/features/system/schema";
import { startStore } from "@/sandbox/store/start-store";
import { launchBody } from "../../setup/api/launch-body";
import type { Browser } from "../../setup/create-browser";
import { act, type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

const operator = privateKeyToAccount(generatePrivateKey());
const CHAIN = "base-sepolia";
const setup = prepareConsole();
let node: ConsoleNode;
let other: ConsoleNode;
let browser: Browser;

beforeAll(async () => {
  const wallets = `${operator.address}:operator`;
  [node, other] = await Promise.all([setup.startNode(wallets), setup.startNode(wallets)]);
  browser = await openAdmin(node, operator);
});

const failure = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
});

async function change(action: string, input: unknown, status = 200) {
  const response = await act(browser, action, input);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}
async function read<S extends z.ZodType>(from: ConsoleNode, path: string, schema: S) {
  const response = await (path.startsWith("/api/admin") ? browser : from.open()).request(path);
  return schema.parse(await response.json());
}
const readSettings = () => read(node, "/api/admin/settings", settingsAnswer);
const latestEntry = async () =>
  (await read(node, "/api/admin/audit?limit=1", auditList)).entries[0];

function launch(
  at: ConsoleNode,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = launchBody({ creatorEmail: undefined, ...changes });
  return at.open().request(`/api/v1/${CHAIN}/launch-memecoin`, { json, headers });
}

describe("a pause", () => {
  it.each<[string, string | null]>([
    ["of a chain", CHAIN],
    ["of all chains", null],
  ])("%s refuses launches on every web server with its message, and ends", async (_, chain) => {
    const key = { "idempotency-key": `before-the-pause-${chain}` };
    const accepted = await launch(node, {}, key);
    expect(accepted.status).toBe(200);
    const first: unknown = await accepted.json();

    const message = "node upgrade until 14:00 UTC";
    await change("launching.pause", { chain, message });
    for (const at of [node, other]) {
      await expect.poll(async () => (await launch(at)).status).toBe(503);
      for (const changes of [{}, { dryRun: true }]) {
        const refused = await launch(at, changes);
        expect(refused.status).toBe(503);
        expect(Number(refused.headers.get("retry-after"))).toBe(60);
        const { code, message: text } = failure.parse(await refused.json());
        expect(code).toBe("launching_paused");
        expect(text).toBe(`Launching on Base Sepolia is paused: ${message}. Nothing was queued.`);
      }
      await expect
        .poll(async () => (await read(at, "/api/v1/config", config)).chains[0]?.launching)
        .toEqual({ paused: true, message, proofOfWork: false });
      const { capabilities } = await read(at, "/healthz", health);
      expect(capabilities).toContainEqual(
        expect.objectContaining({
          capability: "launches",
          chain: CHAIN,
          reason: `Launching on Base Sepolia is paused: ${message}.`,
        }),
      );
      // A launch that was accepted before is found again under its key.
      const replay = await launch(at, {}, key);
      expect(replay.status).toBe(200);
      expect(await replay.json()).toEqual(first);
    }
    expect(await latestEntry()).toMatchObject({
      action: "launching.pause",
      target: `launching:${chain ?? "all"}`,
      before: null,
      after: { message },
      admin: operator.address,
      role: "operator",
    });

    await change("launching.resume", { chain });
    for (const at of [node, other]) {
      await expect.poll(async () => (await launch(at, { dryRun: true })).status).toBe(200);
      expect((await read(at, "/api/v1/config", config)).chains[0]?.launching.paused).toBe(false);
    }
    expect(await latestEntry()).toMatchObject({ before: { message }, after: null });
  });

  it("refuses another permit for a prepared launch, but not the one that is valid", async () => {
    const json = { ...launchBody({ creatorEmail: undefined }), from: operator.address };
    const prepare = () =>
      node.open().request(`/api/v1/${CHAIN}/prepare-launch`, {
        json,
        headers: { "idempotency-key": "prepared-before-the-pause" },
      });
    const first: unknown = await (await prepare()).json();
    expect(first).toMatchObject({ success: true });
    await change("launching.pause", { chain: CHAIN, message: "upgrade" });
    await node.ctx.settings.refresh();
    expect(await (await prepare()).json()).toEqual(first);

    const { now } = node.ctx.clock;
    onTestFinished(() => {
      node.ctx.clock.now = now;
    });
    node.ctx.clock.now = () => new Date(now().getTime() + 600_000);
    const refused = await prepare();
    expect(refused.status).toBe(503);
    expect(failure.parse(await refused.json()).code).toBe("launching_paused");
    await change("launching.resume", { chain: CHAIN });
    await node.ctx.settings.refresh();
    expect((await prepare()).status).toBe(200);
  });

  it("that does not exist cannot be ended: 409, and nothing is recorded", async () => {
    const before = await latestEntry();
    const refused = failure.parse(await change("launching.resume", { chain: CHAIN }, 409));
    expect(refused.code).toBe("conflict");
    expect(await latestEntry()).toEqual(before);
  });
});

describe("a gas budget", () => {
  it("replaces the configured one on every web server until it is removed", async () => {
    await change("gas-budget.set", { chain: CHAIN, hourWei: "1000", dayWei: null });
    for (const at of [node, other]) {
      await expect
        .poll(async () => {
          const refused = await launch(at, { dryRun: true });
          return [refused.status, Object(await refused.json()).code];
        })
        .toEqual([503, "budget_exhausted"]);
      const { budgets } = await read(at, "/healthz", health);
      expect(budgets[0]?.hour.limitWei).toBe("1000");
    }
    expect((await readSettings()).budgets[0]).toMatchObject({
      chain: CHAIN,
      hourWei: "1000",
      dayWei: null,
      hour: { limitWei: "1000" },
    });
    await change("gas-budget.set", { chain: CHAIN, hourWei: null, dayWei: null });
    expect((await latestEntry())?.before).toEqual({ hourWei: "1000", dayWei: null });
    for (const at of [node, other]) {
      await expect.poll(async () => (await launch(at, { dryRun: true })).status).toBe(200);
    }
  });
});

describe("quotas and exemptions", () => {
  it("apply to the requests of a caller on every web server", async () => {
    const store = await startStore("redis://:t@127.0.0.1:0");
    onTestFinished(() => store.stop());
    const variables = {
      RATE_LIMIT_EXEMPT: "",
      REDIS_URL: store.url,
      TRUSTED_PROXY_HOPS: "1",
      RATE_LIMIT_DATA_PER_MINUTE: "50",
    };
    const wallets = `${operator.address}:operator`;
    const limited = await setup.startNode(wallets, variables);
    const quotaFor = async (address: string, path: string) => {
      const headers = { "x-forwarded-for": address };
      const response = await fetch(`${limited.origin}${path}`, { headers });
      await response.arrayBuffer();
      return response.headers.get("ratelimit-policy");
    };
    const [data, status] = ["/v1/base-sepolia/tokens", "/api/v1/launch-status/nothing"];
    expect(await quotaFor("198.51.100.1", data)).toBe('"data";q=50;w=60');
    await change("quota.set", { policy: "data", quota: 7 });
    await expect.poll(() => quotaFor("198.51.100.2", data)).toBe('"data";q=7;w=60');
    expect(await quotaFor("198.51.100.3", status)).toBe('"status";q=300;w=60');
    await change("quota.set", { policy: "status", quota: 3 });
    await expect.poll(() => quotaFor("198.51.100.4", status)).toBe('"status";q=3;w=60');

    // A known caller loses and gets its limits as well.
    expect(await quotaFor("203.0.113.9", data)).not.toBeNull();
    await change("exemption.add", { network: "203.0.113.0/24", note: "our own programs" });
    await expect.poll(() => quotaFor("203.0.113.9", data)).toBeNull();
    expect(await quotaFor("203.0.114.9", data)).not.toBeNull();
    expect((await readSettings()).exemptions.added).toEqual([
      { network: "203.0.113.0/24", note: "our own programs" },
    ]);
    await change("exemption.remove", { network: "203.0.113.0/24" });
    await expect.poll(() => quotaFor("203.0.113.9", data)).not.toBeNull();

    await change("quota.set", { policy: "data", quota: null });
    await change("quota.set", { policy: "status", quota: null });
    await expect.poll(() => quotaFor("198.51.100.5", data)).toBe('"data";q=50;w=60');
    await expect.poll(() => quotaFor("198.51.100.6", status)).toBe('"status";q=300;w=60');
  });

  it.each<[string, string, unknown, number]>([
    ["the console's own quota", "quota.set", { policy: "admin", quota: 1 }, 400],
    ["the quota of sign-ins", "quota.set", { policy: "signIn", quota: 1 }, 400],
    ["a quota of nothing", "quota.set", { policy: "data", quota: 0 }, 400],
    ["a network that is none", "exemption.add", { network: "10.0.0.0/40", note: "" }, 400],
    ["an exemption of everybody", "exemption.add", { network: "0.0.0.0/0", note: "" }, 400],
    ["an exemption of half of IPv6", "exemption.add", { network: "::/1", note: "" }, 400],
    ["an exemption that does not exist", "exemption.remove", { network: "10.0.0.0/8" }, 409],
    ["a chain that does not exist", "launching.pause", { chain: "solana", message: "why" }, 400],
    [
      "a budget that is no number",
      "gas-budget.set",
      { chain: CHAIN, hourWei: "x", dayWei: null },
      400,
    ],
  ])("reject %s and record nothing", async (_, action, input, status) => {
    const before = await latestEntry();
    const refused = await change(action, input, status);
    expect(refused).toMatchObject({
      success: false,
      code: status === 409 ? "conflict" : "invalid_body",
    });
    expect(await latestEntry()).toEqual(before);
  });
});

describe("an action", () => {
  it.each(["", " ", "no", "x".repeat(501), "a\u0000b", undefined])(
    "needs a reason: %j is rejected with 400",
    async (reason) => {
      const before = await latestEntry();
      const json = { input: { chain: CHAIN, message: "node upgrade" }, reason };
      const path = "/api/admin/actions/launching.pause";
      expect((await browser.request(path, { json })).status).toBe(400);
      expect(await latestEntry()).toEqual(before);
    },
  );

  it("that does not exist is 404", async () => {
    expect((await act(browser, "launching.explode", {})).status).toBe(404);
    expect((await act(browser, "constructor", {})).status).toBe(404);
  });

  it("is recorded once each under 40 concurrent changes of one setting, each with the value before it", async () => {
    const browsers = await Promise.all([openAdmin(node, operator), openAdmin(other, operator)]);
    const quotas = Array.from({ length: 40 }, (_, i) => 1_000 + i);
    await Promise.all(
      quotas.map((quota, i) =>
        act(browsers[i % 2] ?? browser, "quota.set", { policy: "rpc", quota }),
      ),
    );
    const path = "/api/admin/audit?target=quota:rpc&limit=200";
    const entries = (await read(node, path, auditList)).entries.toReversed();
    expect(entries.map(({ after }) => after).toSorted()).toEqual(quotas);
    expect(entries.map(({ before }) => before)).toEqual([
      null,
      ...entries.slice(0, -1).map(({ after }) => after),
    ]);
  });
});

describe("the export of the audit log", () => {
  it("has every entry, as NDJSON and as CSV without formulas", async () => {
    const reason = '=HYPERLINK("https://evil.example"), "quoted"\u00e9';
    const json = { reason, input: { policy: "page", quota: 301 } };
    expect((await browser.request("/api/admin/actions/quota.set", { json })).status).toBe(200);
    const { rows } = await setup.fixture().db.$client.query("select id from admin.audit_log");
    const ndjson = await (await browser.request("/api/admin/audit/export?format=ndjson")).text();
    const lines = ndjson.trimEnd().split("\n");
    expect(lines).toHaveLength(rows.length);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ reason, action: "quota.set", after: 301 });
    const response = await browser.request("/api/admin/audit/export");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    // `text()` would drop the mark by which spreadsheets recognize UTF-8.
    const csv = Buffer.from(await response.arrayBuffer()).toString();
    const head = "id,at,admin,role,action,target,before,after,reason,requestId\r\n";
    expect(csv.startsWith(`\ufeff${head}`)).toBe(true);
    expect(csv).toContain(`"'${reason.replaceAll('"', '""')}"`);
    expect(csv.split("\r\n")).toHaveLength(rows.length + 2);
    expect((await browser.request("/api/admin/audit/export?format=xml")).status).toBe(400);
  });
});
