import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { KEPT_MINUTES } from "@/lib/features/overview/rules/samples";
import { sampleMetrics } from "@/lib/features/overview/sample-metrics";
import { CHART_IDS, type ChartId, overviewAnswer } from "@/lib/features/overview/schema";
import { addMetrics } from "@/lib/features/system/metrics/add-metrics";
import { launchBody } from "../../setup/api/launch-body";
import type { Browser } from "../../setup/create-browser";
import { type ConsoleNode, openAdmin, prepareConsole } from "../../setup/stack/start-console";

const operator = privateKeyToAccount(generatePrivateKey());
const viewer = privateKeyToAccount(generatePrivateKey());
const CHAIN = "base-sepolia";
const setup = prepareConsole();
let node: ConsoleNode;
let other: ConsoleNode;
let browser: Browser;

beforeAll(async () => {
  const wallets = `${operator.address}:operator,${viewer.address}:viewer`;
  [node, other] = await Promise.all([setup.startNode(wallets), setup.startNode(wallets)]);
  for (const { ctx } of [node, other]) addMetrics(ctx);
  browser = await openAdmin(node, viewer);
});

async function read(range = "hour", at = browser) {
  const response = await at.request(`/api/admin/overview?range=${range}`);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return overviewAnswer.parse(body);
}
async function chartOf(id: ChartId, range?: string) {
  const chart = (await read(range)).charts.find((one) => one.id === id);
  if (chart === undefined) throw new Error(`no chart ${id}`);
  return chart;
}
const query = (statement: string, values: unknown[] = []) =>
  setup.fixture().db.$client.query(statement, values);
const minuteNow = () => Math.floor(Date.now() / 60_000);

describe("the overview", () => {
  it.each([
    ["hour", 60, 60],
    ["day", 600, 144],
    ["week", 3_600, 168],
  ])("of a %s has every chart with one value per step", async (range, stepSeconds, points) => {
    const answer = await read(range);
    expect(answer).toMatchObject({ range, stepSeconds });
    expect(answer.charts.map(({ id }) => id)).toEqual(CHART_IDS);
    for (const { lines } of answer.charts) {
      expect(lines.length).toBeGreaterThan(0);
      for (const { values } of lines) expect(values).toHaveLength(points);
    }
    expect(answer.budgets.map(({ chain }) => chain)).toContain(CHAIN);
  });

  it("is of a day without a range, and rejects another range with 400", async () => {
    const response = await browser.request("/api/admin/overview");
    expect(overviewAnswer.parse(await response.json()).range).toBe("day");
    const wrong = await browser.request("/api/admin/overview?range=year");
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ success: false, code: "invalid_parameters" });
  });

  it("needs a session: 401; and a page of this site: 403", async () => {
    expect((await node.open().request("/api/admin/overview")).status).toBe(401);
    const headers = { origin: "https://evil.example" };
    expect((await browser.request("/api/admin/overview", { headers })).status).toBe(403);
  });

  it("does not exist without administrators: 404", async () => {
    const none = await setup.startNode("");
    expect((await none.open().request("/api/admin/overview")).status).toBe(404);
  });
});

describe("samples", () => {
  it("are taken once a minute, whichever of two web servers does, and both show them", async () => {
    await query("delete from launch.samples");
    expect((await read()).sampledAt).toBeNull();
    await Promise.all([node, other, node, other].map(({ ctx }) => sampleMetrics({ ctx })));
    const rows = z
      .array(z.object({ minute: z.number(), values: z.record(z.string(), z.number()) }))
      .parse((await query("select minute, values from launch.samples")).rows);
    // The minute may have changed meanwhile.
    expect([1, 2]).toContain(rows.length);
    expect(rows[0]?.values).toMatchObject({ "queue.waiting": 0, "storage.used": 0 });
    const there = await openAdmin(other, viewer);
    for (const at of [browser, there]) {
      const { sampledAt, charts } = await read("hour", at);
      expect(sampledAt).toBe((rows.at(-1)?.minute ?? 0) * 60);
      const wallet = charts.find(({ id }) => id === "wallet")?.lines;
      const line = wallet?.find(({ chain }) => chain === CHAIN);
      expect(line?.now).toBeGreaterThan(0);
      expect(line?.values).toContain(line?.now);
    }
  });

  it("are thinned: every minute for an hour, then one of ten minutes, none after eight days", async () => {
    await query("delete from launch.samples");
    const now = minuteNow();
    await query(
      `insert into launch.samples select $1, m, '{"queue.waiting": 1}'
       from generate_series($2::int, $3::int) as m`,
      [node.ctx.env.realm, now - KEPT_MINUTES - 100, now],
    );
    await node.ctx.samples.thin(now);
    const { rows } = await query("select minute from launch.samples order by minute");
    const minutes = z.array(z.object({ minute: z.number() })).parse(rows);
    expect(minutes.length).toBeLessThan(1_300);
    expect(minutes[0]?.minute).toBeGreaterThanOrEqual(now - KEPT_MINUTES);
    for (const range of ["hour", "day", "week"]) {
      const line = (await chartOf("queue", range)).lines.find(({ name }) => name === "waiting");
      expect(line?.values.filter((value) => value === null)).toEqual([]);
    }
    await query("delete from launch.samples");
  });
});

describe("the history of jobs", () => {
  it("counts ended launches and payouts per step, and groups failures by reason", async () => {
    const launch = async () => {
      const json = launchBody({ creatorEmail: undefined });
      const response = await node.open().request(`/api/v1/${CHAIN}/launch-memecoin`, { json });
      return z.object({ jobId: z.string() }).parse(await response.json()).jobId;
    };
    const end = (id: string, state: string, minutesAgo: number, error: string | null) =>
      query(
        `update launch.transactions set state = $2, error = $4,
         finished_at = now() - $3 * interval '1 minute' where id = $1`,
        [id, state, minutesAgo, error],
      );
    const hash = (digit: string) => `0x${digit.repeat(64)}`;
    const ids = await Promise.all(Array.from({ length: 5 }, launch));
    const [first = "", second = "", third = "", fourth = "", old = ""] = ids;
    await end(first, "completed", 2, null);
    const note = (digit: string) =>
      `Reverted by ${hash(digit)}. Note: Transaction was submitted (${hash(digit)}) - please check block explorer to verify status.`;
    await end(second, "failed", 3, note("a"));
    await end(third, "failed", 1, note("b"));
    await end(fourth, "failed", 1, "Insufficient funds");
    await end(old, "failed", 3 * 24 * 60, "Out of an older time");

    const totals = async (range: string) =>
      (await chartOf("launches", range)).lines.map(({ name, now, values }) => [
        name,
        now,
        values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      ]);
    expect(await totals("hour")).toEqual([
      ["completed", 1, 1],
      ["failed", 3, 3],
    ]);
    expect(await totals("week")).toEqual([
      ["completed", 1, 1],
      ["failed", 4, 4],
    ]);
    const { failures } = await read("hour");
    expect(failures).toMatchObject([
      { kind: "launch", count: 2, reason: "Reverted by 0x….", latestJobId: third },
      { kind: "launch", count: 1, reason: "Insufficient funds", latestJobId: fourth },
    ]);
    expect((await read("week")).failures).toHaveLength(3);
  });
});
