import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { OPERATOR_ENDPOINTS } from "@/lib/endpoints/operator";
import { THIS_MACHINE_HEADER } from "@/lib/http/limits/callers";
import { plain } from "@/lib/http/plain-endpoint";
import { startPipeline } from "../../support/open-pipeline";

/** Returns the caller that the pipeline identified. */
const whoAmI = plain({
  id: "whoAmI",
  path: "/who-am-i",
  methods: ["GET"],
  isCounted: false,
  answer: ({ caller }) => ({
    status: 200,
    headers: ["Content-Type", "application/json"],
    body: Buffer.from(JSON.stringify(caller)),
  }),
});

async function ask(
  variables: Record<string, string>,
  headers: Record<string, string>,
  path = "/who-am-i",
): Promise<{ status: number; caller: unknown }> {
  const endpoints = [whoAmI, ...OPERATOR_ENDPOINTS];
  const { baseUrl, stop } = await startPipeline({ variables, endpoints });
  onTestFinished(stop);
  const response = await fetch(`${baseUrl}${path}`, { headers });
  const body = await response.text();
  return { status: response.status, caller: path === "/metrics" ? null : JSON.parse(body) };
}

const LOOPBACK_EXEMPT = { RATE_LIMIT_EXEMPT: "127.0.0.1,10.0.0.0/8" };

describe("callers exempt from limits", () => {
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

describe("an X-Forwarded-For entry", () => {
  it.each<[string, string, boolean]>([
    ["203.0.113.7:51234", "203.0.113.7", false],
    ["10.1.2.3:51234", "10.1.2.3", true],
    ["10.1.2.3, 203.0.113.7:443", "203.0.113.7", false],
    ["[2001:db8::1]:443", "2001:db8::1", false],
    ["[2001:db8::1]", "2001:db8::1", false],
    ["[::ffff:10.1.2.3]:443", "10.1.2.3", true],
    ["[]:443", "127.0.0.1", false],
    ["10.1.2.3:port", "127.0.0.1", false],
    ["unknown", "127.0.0.1", false],
  ])("%j is the caller %s, exempt: %s", async (forwarded, address, isExempt) => {
    const variables = { ...LOOPBACK_EXEMPT, TRUSTED_PROXY_HOPS: "1" };
    const { caller } = await ask(variables, { "x-forwarded-for": forwarded });
    expect(caller).toMatchObject({ address, isExempt });
  });
});

describe("local callers", () => {
  async function isThisMachine(variables: Record<string, string>, raw: string[]) {
    const next: RequestListener = (request, response) =>
      response.end(String(request.headers[THIS_MACHINE_HEADER] ?? "no"));
    const { port, stop } = await startPipeline({ variables, next });
    onTestFinished(stop);
    const socket = connect(port, "127.0.0.1");
    socket.end(`${raw.join("\r\n").replaceAll("PORT", String(port))}\r\n\r\n`);
    const answer = await text(socket);
    return answer.trim().endsWith("yes");
  }
  const ask = ["GET /outbox HTTP/1.1", "Host: 127.0.0.1:PORT", "Connection: close"];
  it.each<[string, Record<string, string>, string[], boolean]>([
    ["a loopback host", {}, ask, true],
    ["localhost", {}, [ask[0] ?? "", "Host: localhost:PORT", "Connection: close"], true],
    ["a forwarded header", {}, [...ask, "X-Forwarded-For: 127.0.0.1"], false],
    ["a Forwarded header", {}, [...ask, "Forwarded: for=127.0.0.1"], false],
    ["nginx with its defaults", {}, ["GET /outbox HTTP/1.0", "Host: localhost:PORT"], false],
    [
      "its own claim behind a proxy",
      { TRUSTED_PROXY_HOPS: "1" },
      [...ask, `${THIS_MACHINE_HEADER}: yes`],
      false,
    ],
    ["a proxy that is configured", { TRUSTED_PROXY_HOPS: "1" }, ask, false],
    ["a public address", { PUBLIC_URL: "http://launch.example.com" }, ask, false],
    [
      "an address of the network",
      {},
      [ask[0] ?? "", "Host: 192.168.1.7:PORT", "Connection: close"],
      false,
    ],
    ["a rebound name", {}, [ask[0] ?? "", "Host: evil.example:PORT", "Connection: close"], false],
  ])("%s", async (_, variables, raw, expected) => {
    expect(await isThisMachine(variables, raw)).toBe(expected);
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
