import { describe, expect, it, vi } from "vitest";
import { config, health, liveness, readiness } from "@/lib/features/system/schema";
import { request } from "../../setup/api/api";

describe("system endpoints", () => {
  it("GET /livez, /readyz and /healthz: return 200", async () => {
    const [live, ready] = await Promise.all(["/livez", "/readyz"].map((path) => request(path)));
    expect([live?.status, ready?.status]).toEqual([200, 200]);
    expect(liveness.parse(live?.body)).toMatchObject({
      status: "ok",
      checks: { rpc: true, store: true },
    });
    expect(readiness.parse(ready?.body)).toMatchObject({ ready: true, reasons: [] });
    const degraded = async () => {
      const { status, body } = await request("/healthz");
      expect(status).toBe(200);
      return health.parse(body).capabilities.filter(({ state }) => state !== "ok");
    };
    // Right after the start, the job engine may not have answered yet.
    await expect.poll(degraded).toEqual([]);
    expect(health.parse((await request("/healthz")).body).status).toBe("ok");
  });

  it("keeps idle connections open for longer than proxies do", async () => {
    const { headers } = await request("/livez");
    expect(headers.get("keep-alive")).toBe("timeout=125");
  });

  it("GET /api/v1/config: returns the three sandbox chains", async () => {
    const { status, body } = await request("/api/v1/config");
    expect(status).toBe(200);
    const answer = config.parse(body);
    expect(answer.sandbox).toBe(true);
    expect(answer.chains.map(({ slug, chainId }) => [slug, chainId])).toEqual([
      ["base", 8453],
      ["base-sepolia", 84532],
      ["robinhood", 4663],
    ]);
  });

  it("GET /api/v1/config: returns the ETH price of each chain from the feed that launches use", async () => {
    // The sandbox feed reports $3,000; the indexer reads it once it has started.
    await vi.waitFor(
      async () => {
        const { chains } = config.parse((await request("/api/v1/config")).body);
        expect(chains.map(({ ethUsd }) => ethUsd?.value)).toEqual(["3000", "3000", "3000"]);
        const now = Date.now() / 1_000;
        for (const { ethUsd } of chains) {
          expect(ethUsd?.updatedAt).toBeGreaterThan(now - 120);
          expect(ethUsd?.updatedAt).toBeLessThanOrEqual(now);
        }
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  it.each([
    ["/v1/base/nothing", 404, "application/problem+json", { code: "not_found" }],
    ["/v1", 404, "application/problem+json", { code: "not_found" }],
    ["/api/v1/nothing", 404, "application/json", { success: false, code: "not_found" }],
  ])("GET %s: returns %i in the format of its API", async (path, status, type, body) => {
    const answer = await request(path);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers.get("content-type")).toContain(type);
  });

  it("returns 405 with the allowed methods", async () => {
    const answer = await request("/v1/base/tokens", { method: "DELETE" });
    expect(answer).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  it.each([
    ["/v1/base/tokens", ", Cache-Control, If-None-Match, Last-Event-ID, Pragma"],
    ["/v1/base/stream", ", Cache-Control, If-None-Match, Last-Event-ID, Pragma"],
    ["/api/v1/base/launch-memecoin", ""],
  ])("OPTIONS %s: answers the preflight", async (path, more) => {
    const { status, headers } = await request(path, { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const allowed = headers.get("access-control-allow-headers");
    expect(allowed).toBe(`Content-Type, Idempotency-Key${more}`);
  });

  it.each([
    ["/v1/base/tokens/?limit=1", "/v1/base/tokens?limit=1", "*"],
    ["/api/v1/upload-metadata/", "/api/v1/upload-metadata", "*"],
    ["/api/account/", "/api/account", null],
  ])(
    "%s: redirects scripts of other origins where they may read",
    async (path, location, origin) => {
      const { status, headers } = await request(path);
      expect(status).toBe(308);
      expect(headers.get("location")).toBe(location);
      expect(headers.get("access-control-allow-origin")).toBe(origin);
    },
  );

  it("sends security headers with pages and API responses, and a fresh nonce each time", async () => {
    const [first, second] = await Promise.all([request("/"), request("/")]);
    const policies = [first, second].map(({ headers }) => headers.get("content-security-policy"));
    expect(new Set(policies).size).toBe(2);
    for (const policy of policies) {
      expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
      expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    }
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    expect(first.headers.get("strict-transport-security")).toBeNull();
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
  });

  it.each(["data", "launch"])("GET /openapi/%s.json: lists every operation", async (name) => {
    const { status, body } = await request(`/openapi/${name}.json`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: expect.any(String) } });
  });

  it("rejects unsigned calls to the durable functions", async () => {
    const { status } = await request("/api/inngest?fnId=slipway-launch-token&stepId=step", {
      body: { event: { name: "launch/requested", data: {} }, events: [], steps: {}, ctx: {} },
    });
    expect(status).toBe(401);
  });
});
