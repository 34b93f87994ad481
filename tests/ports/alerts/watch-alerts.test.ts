import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAlertChannels } from "@/lib/drivers/alerts/create-alert-channels";
import { readAlertRules } from "@/lib/drivers/alerts/read-alert-rules";
import type { Mail } from "@/lib/drivers/mail/mailer";
import { createAlertStore } from "@/lib/features/alerts/store/create-alert-store";
import { alerts } from "@/lib/features/alerts/store/tables";
import { createAlertWatch } from "@/lib/features/alerts/watch-alerts";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { startTestDatabase } from "../../setup/database/postgres";
import { startFreezingProxy } from "../../setup/servers/freezing-proxy";
import { listen } from "../../setup/servers/listen";
import { createLonelyContext } from "../support/open-pipeline";

const PUBLIC_URL = "https://launch.example";
const rules = readAlertRules("ops/prometheus/slipway.rules.yml");
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let baseUrl = "";
let clock = 0;
let refuses = new Set<string>();
let posts: { path: string; body: unknown }[] = [];
let mails: Mail[] = [];

const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  const body = await json(request);
  if (refuses.has(path)) {
    response.writeHead(500).end();
    return;
  }
  posts.push({ path, body });
  response.end("ok");
});

beforeAll(async () => {
  database = await startTestDatabase();
  baseUrl = (await listen(server)).origin;
});
afterAll(async () => {
  server.close();
  await database.stop();
});
beforeEach(async () => {
  await database.db.delete(alerts);
  [posts, mails, refuses, clock] = [[], [], new Set(), Date.parse("2026-01-01T00:00:00Z")];
});

/** A node whose wallet has that many launches left. */
function createNode(of: { launchesLeft: number; db?: typeof database.db }) {
  const base = createLonelyContext({ PUBLIC_URL });
  const now = () => new Date(clock);
  const ctx = {
    ...base,
    clock: { now },
    alerts: createAlertStore(of.db ?? database.db, now),
    alertChannels: createAlertChannels({
      mailer: { send: async (mail) => void mails.push(mail) },
      emails: ["ops@example.com"],
      slackUrl: `${baseUrl}/slack`,
      telegram: { apiUrl: baseUrl, token: "1:secret", chatId: "-5" },
    }),
  };
  ctx.metrics.add({
    name: "slipway_wallet_launches_left",
    kind: "gauge",
    help: "Launches left.",
    labels: ["chain"],
    read: () => [{ labels: { chain: "base" }, value: of.launchesLeft }],
  });
  return { evaluate: createAlertWatch({ ctx, rules }), of, ctx };
}

/** Minutes in which every node looks once. */
async function pass(minutes: number, ...nodes: ReturnType<typeof createNode>[]): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    for (const { evaluate } of nodes) await evaluate();
    clock += 60_000;
  }
}

const FIRING = `[page] SlipwayWalletLow at launch.example

The server wallet on base pays for 42 more launches.

What to do: ops/runbooks/SlipwayWalletLow.md`;

describe("alerts", () => {
  it("reach every channel once, when the rule has held for its time on any node", async () => {
    const nodes = [createNode({ launchesLeft: 42 }), createNode({ launchesLeft: 42 })];
    await pass(10, ...nodes);
    expect([posts, mails]).toEqual([[], []]);
    await pass(5, ...nodes);
    expect(posts).toEqual(
      expect.arrayContaining([
        { path: "/slack", body: { text: FIRING } },
        {
          path: "/bot1:secret/sendMessage",
          body: { chat_id: "-5", text: FIRING, link_preview_options: { is_disabled: true } },
        },
      ]),
    );
    expect(posts).toHaveLength(2);
    expect(mails).toEqual([
      {
        to: "ops@example.com",
        subject: "[page] SlipwayWalletLow at launch.example",
        text: `${FIRING}\n`,
      },
    ]);
  });

  it("end when no node sees them any more, and can come back", async () => {
    const nodes = [createNode({ launchesLeft: 42 }), createNode({ launchesLeft: 42 })];
    const states = () => mails.map(({ subject }) => subject.split(" ")[0]);
    await pass(12, ...nodes);
    for (const { of } of nodes.slice(1)) of.launchesLeft = 5_000;
    await pass(6, ...nodes);
    expect(states()).toEqual(["[page]"]);
    for (const { of } of nodes) of.launchesLeft = 5_000;
    await pass(6, ...nodes);
    expect(states()).toEqual(["[page]", "[over]"]);
    for (const { of } of nodes) of.launchesLeft = 1;
    await pass(12, ...nodes);
    expect(states()).toEqual(["[page]", "[over]", "[page]"]);
  });

  it("do not end because all nodes restarted, but once a node has watched for long enough", async () => {
    await pass(12, createNode({ launchesLeft: 42 }));
    const restarted = createNode({ launchesLeft: 42 });
    await pass(9, restarted);
    expect(mails.map(({ subject }) => subject.split(" ")[0])).toEqual(["[page]"]);
    await pass(9, restarted);
    restarted.of.launchesLeft = 5_000;
    await pass(4, restarted);
    expect(mails.map(({ subject }) => subject.split(" ")[0])).toEqual(["[page]", "[over]"]);
  });

  it("that read a range need a history of the range as well", async () => {
    const rule = {
      name: "Failing",
      expr: "sum(rate(slipway_failures[5m])) > 0",
      minutes: 2,
      severity: "page" as const,
      summary: "It fails.",
      runbook: "none",
    };
    const node = () => {
      const { ctx } = createNode({ launchesLeft: 5_000 });
      let failures = 0;
      ctx.metrics.add({
        name: "slipway_failures",
        kind: "gauge",
        help: "Failures.",
        labels: [],
        read: () => [{ labels: {}, value: failures++ }],
      });
      return { evaluate: createAlertWatch({ ctx, rules: [rule] }), of: { launchesLeft: 0 }, ctx };
    };
    await pass(9, node());
    expect(mails).toHaveLength(1);
    await pass(9, node());
    expect(mails).toHaveLength(1);
  });

  it("are repeated for the channel that failed only, also by another node", async () => {
    refuses.add("/slack");
    const node = createNode({ launchesLeft: 42 });
    await pass(14, node);
    expect(posts.map(({ path }) => path)).toEqual(["/bot1:secret/sendMessage"]);
    refuses.clear();
    await pass(12, createNode({ launchesLeft: 5_000 }), node);
    expect(posts.map(({ path }) => path)).toEqual(["/bot1:secret/sendMessage", "/slack"]);
    expect(mails).toHaveLength(1);
  });

  it("are reported while the database is down, once", async () => {
    const broken = createLonelyContext({ PUBLIC_URL });
    const node = createNode({ launchesLeft: 42 });
    node.ctx.alerts = broken.alerts;
    for (let n = 0; n < 14; n += 1) await expect(node.evaluate()).rejects.toThrow();
    expect(posts.map(({ path }) => path).sort()).toEqual(["/bot1:secret/sendMessage", "/slack"]);
  });
});

describe("that were delivered before the database failed", () => {
  it("are not sent again by the evaluation whose delivery could not be recorded", async () => {
    const node = createNode({ launchesLeft: 42 });
    node.ctx.alerts = {
      ...node.ctx.alerts,
      recordDelivery: () => Promise.reject(new Error("lost")),
    };
    await expect(pass(12, node)).rejects.toThrow("lost");
    expect(mails).toHaveLength(1);
    expect(posts).toHaveLength(2);
  });

  it("are not sent again, unless they ended meanwhile", async () => {
    const node = createNode({ launchesLeft: 42 });
    await pass(12, node);
    expect(mails).toHaveLength(1);
    node.ctx.alerts = createLonelyContext({ PUBLIC_URL }).alerts;
    const failTo = async (evaluations: number) => {
      for (let n = 0; n < evaluations; n += 1) await expect(node.evaluate()).rejects.toThrow();
    };
    await failTo(2);
    expect(mails).toHaveLength(1);
    expect(posts).toHaveLength(2);
    node.of.launchesLeft = 5_000;
    await failTo(1);
    node.of.launchesLeft = 42;
    await failTo(12);
    expect(mails).toHaveLength(2);
  });
});

describe("that the database is down", () => {
  const isOfDatabase = ({ text }: Mail) => text.includes("database");
  /** Each evaluation waits for the database: one minute less. */
  const dependencies = rules
    .filter(({ name }) => name === "SlipwayDependencyDown")
    .map((rule) => ({ ...rule, minutes: 1 }));
  let proxy: Awaited<ReturnType<typeof startFreezingProxy>>;
  beforeEach(async () => {
    proxy = await startFreezingProxy(database.url);
  });
  afterEach(() => proxy.stop());

  /** A node whose database is behind the proxy. Its other services are down from the start. */
  async function createRealNode() {
    const own = createLonelyContext({
      PUBLIC_URL,
      DATABASE_URL: proxy.url,
      DEPENDENCY_TIMEOUT_MS: "1000",
    });
    const { alertChannels } = createNode({ launchesLeft: 5_000 }).ctx;
    const ctx = { ...own, alertChannels };
    addMetrics(ctx);
    // Opens the connections that hang afterwards.
    expect(await ctx.checkDatabase()).not.toBe("down");
    expect(await ctx.alerts.list(1)).toEqual([]);
    return createAlertWatch({ ctx, rules: dependencies });
  }

  it("is reported while the database hangs, to each channel until it accepts it, and when it is over", async () => {
    refuses.add("/slack");
    const evaluate = await createRealNode();
    proxy.freeze();
    for (let n = 0; n < 2; n += 1) await expect(evaluate()).rejects.toThrow();
    expect(mails.filter(isOfDatabase).map(({ subject }) => subject)).toEqual([
      "[page] SlipwayDependencyDown at launch.example",
    ]);
    expect(posts.some(({ path }) => path === "/slack")).toBe(false);
    refuses.clear();
    await expect(evaluate()).rejects.toThrow();
    expect(posts.some(({ path }) => path === "/slack")).toBe(true);
    expect(mails.filter(isOfDatabase)).toHaveLength(1);
    proxy.thaw();
    await evaluate();
    expect(mails.filter(isOfDatabase).map(({ subject }) => subject)).toEqual([
      "[page] SlipwayDependencyDown at launch.example",
      "[over] SlipwayDependencyDown at launch.example",
    ]);
  });
});

describe("channels", () => {
  it("do not name their secrets in errors", async () => {
    refuses.add("/bot1:secret/sendMessage").add("/slack");
    const { ctx } = createNode({ launchesLeft: 1 });
    const [email, ...posting] = ctx.alertChannels;
    expect(email?.name).toMatch(/^email /);
    expect(posting.map(({ name }) => name)).toEqual(["slack", "telegram"]);
    for (const { send, name } of posting) {
      const error: unknown = await send("text").catch((err: unknown) => err);
      expect(String(error), name).toBe("Error: status 500");
    }
  });
});
