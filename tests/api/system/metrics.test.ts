import { spawnSync } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { health } from "@/lib/features/system/schema";
import { request } from "../../setup/api/api";
import { checkExposition } from "../../setup/api/check-exposition";
import { readMetrics } from "../../setup/api/read-metrics";
import { launchToken } from "../../setup/chain/launch-token";
import { hasProgram } from "../../setup/find-program";

const hasPromtool = hasProgram({
  name: "promtool",
  versionFlag: "--version",
  install: "apt-get install prometheus",
});

describe("operator endpoints", () => {
  it("GET /metrics: returns Prometheus text with requests, cache, indexer, queue and process metrics", async () => {
    await launchToken({ name: "Measured" });
    await request("/v1/base-sepolia/tokens?limit=2");
    const response = await readMetrics(inject("baseUrl"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const value = (series: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1],
      );
    const read = '{operation="listTokens",method="GET",status="200"}';
    expect(value(`slipway_http_requests_total${read}`)).toBeGreaterThan(0);
    expect(value('slipway_http_request_seconds_count{operation="listTokens"}')).toBeGreaterThan(0);
    expect(value('slipway_cache_answers_total{outcome="miss"}')).toBeGreaterThan(0);
    expect(value('slipway_indexer_head_block{chain="base-sepolia"}')).toBeGreaterThan(0);
    expect(value('slipway_indexer_lag_blocks{chain="base"}')).toBeGreaterThanOrEqual(0);
    expect(value('slipway_launch_jobs{chain="base-sepolia",state="waiting"}')).toBe(0);
    expect(value('slipway_wallet_balance_eth{chain="base-sepolia"}')).toBeGreaterThan(0);
    expect(value('slipway_nonces_missing{chain="base-sepolia"}')).toBe(0);
    expect(value('slipway_rpc_foreign{chain="base"}')).toBe(0);
    expect(value("slipway_outbox_events")).toBeGreaterThanOrEqual(0);
    expect(value("slipway_outbox_oldest_seconds")).toBeGreaterThanOrEqual(0);
    expect(value("slipway_webhook_overdue_seconds")).toBeGreaterThanOrEqual(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(value("slipway_streams_open")).toBe(0);
    expect(value("slipway_streams_dropped_total")).toBe(0);
    expect(value("slipway_cache_bytes")).toBeGreaterThan(0);
    expect(checkExposition(text)).toEqual([]);
  });

  it.skipIf(!hasPromtool)("promtool reports no problem with the metrics", async () => {
    const input = await (await readMetrics(inject("baseUrl"))).text();
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input });
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: "" });
  });

  it.each<Record<string, string>>([
    {},
    { "x-forwarded-for": "127.0.0.1" },
    { "x-forwarded-for": "203.0.113.7" },
    { authorization: "Bearer guess" },
  ])("rejects requests through a proxy, whatever headers it forwards (%j)", async (headers) => {
    const response = await fetch(`${inject("baseUrl")}/metrics`, { headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "forbidden" });
  });

  it("GET /healthz: reports dependencies, the indexed block of each chain and its queue", async () => {
    const read = async () => health.parse((await request("/healthz")).body);
    // The server serves before the job engine answers, and keeps a check for a moment.
    await expect
      .poll(async () => (await read()).parts, { timeout: 30_000 })
      .toEqual({ database: true, limiter: true, engine: true, ipfs: null });
    const { indexer, nodes, queue } = await read();
    expect(nodes.map(({ chain, answers }) => [chain, answers])).toEqual([
      ["base", true],
      ["base-sepolia", true],
      ["robinhood", true],
    ]);
    expect(queue.map(({ chain }) => chain)).toEqual(["base", "base-sepolia", "robinhood"]);
    expect(indexer.map(({ chain }) => chain)).toEqual(["base", "base-sepolia", "robinhood"]);
    for (const { head, indexed, lag } of indexer) {
      expect(lag).toBe(head - indexed);
      expect(indexed).toBeGreaterThan(0);
    }
  });
});
