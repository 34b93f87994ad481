import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/endpoints/all";
import { readEnv } from "@/lib/env";
import { addressBuckets } from "@/lib/http/limits/buckets";
import { createPace } from "@/lib/http/limits/pace";
import type { Work } from "@/lib/http/limits/share-work";
import { plain } from "@/lib/http/plain-endpoint";
import { createRouter, type Router } from "@/lib/http/router";

const routeAll = createRouter(ENDPOINTS);

/** How often the work of a paced request runs: once, or not at all. */
function workOf(
  url: string,
  headers: Record<string, string> = {},
  isFresh = false,
  { method, route }: { method: string; route: Router } = { method: "GET", route: routeAll },
): Work[] {
  const works: Work[] = [];
  const enter = (work: Work) => {
    works.push(work);
    return "next" as const;
  };
  const ctx = { env: readEnv({}), metrics: { paced: () => undefined } };
  const pace = createPace(ctx, { enter }, { isFresh: () => isFresh });
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers });
  pace({
    request,
    response: new ServerResponse(request),
    requestId: "1",
    url,
    path: url,
    caller: { address: "192.0.2.1", buckets: addressBuckets("192.0.2.1"), isExempt: false },
    isThisMachine: () => false,
    receivedBytes: 0,
    headers: [],
    rateLimit: [],
    match: route(method, url),
    label: "stream",
    error: null,
    isCached: false,
    isPrivate: false,
    isBeyondShare: false,
  });
  return works;
}

/** The time that a request is charged. */
const costOf = (...request: Parameters<typeof workOf>): number[] =>
  workOf(...request).map(({ milliseconds }) => milliseconds);

it("charges a resumed stream for the events that it replays, however its parameter is encoded", () => {
  const path = "/v1/base/stream";
  expect(costOf(path)).toEqual([4]);
  expect(costOf(path, { "last-event-id": "1-2" })).toEqual([100]);
  for (const query of ["lastEventId=1-2", "last%45ventId=1-2", "a=b&%6castEventId=1-2"]) {
    expect(costOf(`${path}?${query}`), query).toEqual([100]);
  }
});

it("charges lists with ranges and far down unless their response is cached, and no other lists", () => {
  const path = "/v1/base/tokens";
  for (const query of [
    "?sort=priceChange5m&holdersMin=2&topHoldersShareMax=0&marketCapMin=0.000001",
    "?ageMax=60",
    "?sort=priceChange5m&offset=500",
    "?offset=100000",
  ]) {
    expect(costOf(`${path}${query}`), query).toEqual([4]);
    expect(costOf(`${path}${query}`, {}, true), query).toEqual([]);
  }
  for (const query of ["", "?sort=volume24h&limit=100&sparkline=true", "?offset=400"]) {
    expect(costOf(`${path}${query}`), query).toEqual([]);
  }
  expect(() => costOf(`${path}?offset=no`)).toThrow(/offset/);
  for (const other of [`${path}/new`, `${path}/0x${"ab".repeat(20)}/holders`]) {
    expect(costOf(`${other}?offset=500`), other).toEqual([4]);
    expect(costOf(`${other}?offset=400`), other).toEqual([]);
  }
});

it("charges trades that are filtered by sender and size unless their response is cached, and by one of them not", () => {
  const path = `/v1/base/tokens/0x${"ab".repeat(20)}/trades`;
  const trader = `trader=0x${"cd".repeat(20)}`;
  const both = `${path}?${trader}&minETH=10&cursor=123-0`;
  expect(costOf(both)).toEqual([4]);
  expect(costOf(both, {}, true)).toEqual([]);
  for (const query of ["", `?${trader}`, "?minETH=10", "?cursor=123-0"]) {
    expect(costOf(`${path}${query}`), query).toEqual([]);
  }
});

it("charges files that Next sends as other files, and pages more", () => {
  for (const path of ["/favicon.ico", "/_next/static/media/font.woff2", "/_next/static/nothing"]) {
    expect(costOf(path), path).toEqual([1]);
  }
  expect(costOf("/explore")).toEqual([20]);
});

it("paces files that Next sends apart from content, which may wait for an IPFS gateway", () => {
  const cid = "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o";
  const linesOf = (path: string) => workOf(path).map(({ line }) => line?.name);
  const [content] = linesOf(`/ipfs/${cid}`);
  expect(content).toBeDefined();
  for (const path of ["/favicon.ico", "/_next/static/media/font.woff2"]) {
    expect(linesOf(path), path).not.toContain(content);
  }
});

it("charges calls of other services and sign-in forms by their bodies, except calls of known services", () => {
  const megabyte = { "content-length": `${1024 * 1024}` };
  const post = { method: "POST", route: routeAll };
  expect(costOf("/api/inngest", megabyte, false, post)).toEqual([42]);
  // Its length is unknown.
  expect(costOf("/api/inngest", { "transfer-encoding": "chunked" }, false, post)).toEqual([42]);
  const part = { "content-length": `${64 * 1024}` };
  expect(costOf("/webhooks/cloudflare-stream", part, false, post)).toEqual([4.5]);
  expect(costOf("/api/auth/signin/email", part, false, post)).toEqual([2.5]);
  for (const path of ["/api/inngest", "/api/auth/session"]) {
    expect(costOf(path), path).toEqual([2]);
  }
  const called = plain({
    id: "called",
    path: "/called",
    methods: ["POST"],
    isCounted: false,
    isSigned: true,
    isKnown: ({ address }) => address === "192.0.2.1",
    body: { bytesMax: 1024 * 1024 },
    answer: () => ({ status: 204, headers: [], body: null }),
  });
  const route = createRouter([called]);
  expect(costOf("/called", megabyte, false, { method: "POST", route })).toEqual([]);
});

it("charges a body for at most the bytes that its endpoint reads, whatever length it declares", () => {
  const huge = { "content-length": `${10 ** 15}` };
  const post = { method: "POST", route: routeAll };
  for (const [path, most] of [
    ["/api/v1/base/launch-memecoin", 300],
    ["/api/v1/upload-image", 300],
    ["/api/inngest", 42],
    ["/api/auth/signin/email", 2.5],
    ["/mcp", 300],
  ] as const) {
    const [charged] = costOf(path, huge, false, post);
    expect(charged, path).toBeLessThanOrEqual(most);
  }
});
