import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEnv } from "@/lib/env";
import { readCaller } from "@/lib/http/callers";
import { startFrontDoor } from "./support/open-front-door";

/** What the HTTP server passes on as the caller of a request from this machine. */
async function ask(
  variables: Record<string, string>,
  headers: Record<string, string>,
  path = "/api/v1/config",
): Promise<{ status: number; caller: unknown }> {
  const next: RequestListener = (request, response) => {
    const passed = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    response.end(JSON.stringify(readCaller(new Headers(passed))));
  };
  const { baseUrl, stop } = await startFrontDoor({ env: readEnv(variables), next });
  onTestFinished(stop);
  const response = await fetch(`${baseUrl}${path}`, { headers });
  const text = await response.text();
  return { status: response.status, caller: path === "/metrics" ? null : JSON.parse(text) };
}

const LOOPBACK_EXEMPT = { RATE_LIMIT_EXEMPT: "127.0.0.1,10.0.0.0/8" };

describe("who is exempt from limits", () => {
  it.each<[Record<string, string>, Record<string, string>, string, boolean]>([
    [{}, {}, "127.0.0.1", true],
    [{}, { "x-forwarded-for": "203.0.113.7" }, "127.0.0.1", false],
    [{}, { "x-real-ip": "203.0.113.7" }, "127.0.0.1", false],
    [{ TRUSTED_PROXY_HOPS: "1" }, {}, "127.0.0.1", false],
    [{ TRUSTED_PROXY_HOPS: "1" }, { "x-forwarded-for": "10.1.2.3" }, "10.1.2.3", true],
    [
      { TRUSTED_PROXY_HOPS: "1" },
      { "x-forwarded-for": "10.1.2.3, 203.0.113.7" },
      "203.0.113.7",
      false,
    ],
    [{ TRUSTED_PROXY_HOPS: "2" }, { "x-forwarded-for": "10.1.2.3" }, "127.0.0.1", false],
    [{}, { "x-slipway-caller": "10.1.2.3 exempt" }, "127.0.0.1", true],
    [{ TRUSTED_PROXY_HOPS: "1" }, { "x-slipway-caller": "10.1.2.3 exempt" }, "127.0.0.1", false],
  ])("%j with %j: %s, %s", async (variables, headers, address, isExempt) => {
    const { caller } = await ask({ ...LOOPBACK_EXEMPT, ...variables }, headers);
    expect(caller).toMatchObject({ address, buckets: { own: address }, isExempt });
  });
});

describe("GET /metrics", () => {
  const https = { PUBLIC_URL: "https://launch.example.com" };
  const bearer = { authorization: "Bearer right-token" };
  it.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["this machine", {}, {}, 200],
    ["a request that a proxy marks", {}, { via: "1.1 proxy" }, 403],
    ["no header behind a proxy", { TRUSTED_PROXY_HOPS: "1" }, {}, 403],
    ["a loopback header", { TRUSTED_PROXY_HOPS: "1" }, { "x-forwarded-for": "127.0.0.1" }, 403],
    ["no header where TLS is ended elsewhere", https, {}, 403],
    [
      "the token behind a proxy",
      { TRUSTED_PROXY_HOPS: "1", METRICS_TOKEN: "right-token" },
      bearer,
      200,
    ],
    ["a wrong token", { METRICS_TOKEN: "other-token" }, bearer, 403],
    ["a token where none is configured, behind a proxy", https, bearer, 403],
  ])("%s", async (_, variables, headers, status) => {
    expect((await ask(variables, headers, "/metrics")).status).toBe(status);
  });
});
