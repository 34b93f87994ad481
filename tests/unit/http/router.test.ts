import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "@/lib/endpoints/all";
import { OPERATION_ENDPOINTS } from "@/lib/endpoints/bindings";
import { createRouter } from "@/lib/http/router";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "@/lib/operations/all";
import { errorFormOf, type Operation } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";

const route = createRouter(ENDPOINTS);
const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const operations: Operation[] = Object.values({
  ...OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...ADMIN_OPERATIONS,
});
const get = (url: string) => route("GET", url);
function input(url: string): string {
  const match = get(url);
  if (match.kind !== "read") throw new Error(`${url} is no read`);
  const { params, query } = match.parsed().input;
  return `${match.endpoint.operation.id} ${JSON.stringify([params, query])}`;
}

describe("endpoint table", () => {
  it("binds each operation to its own name", () => {
    const bound = Object.entries(OPERATION_ENDPOINTS).map(([id, { operation }]) => [
      id,
      operation.id,
    ]);
    expect(bound.map(([id]) => id)).toEqual(bound.map(([, id]) => id));
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "finds %s by its path and rejects it in its format",
    (_, operation) => {
      const match = route(operation.method, operation.path.replace(/\{\w+\}/g, "x"));
      const form = errorFormOf(operation);
      expect(match.kind === "read" || match.kind === "endpoint").toBe(true);
      // Both are rendered alike.
      expect(match.form).toBe(form === "system" ? "launch" : form);
    },
  );
});

describe("cache keys", () => {
  it.each([
    ["/v1/base/tokens", "listTokens"],
    ["/v1/base/tokens/new", "listNewTokens"],
    [`/v1/base/tokens/${TOKEN}`, "getToken"],
    [`/v1/base/tokens/${TOKEN}/holders?limit=5`, "listHolders"],
  ])("%s is %s", (url, id) => {
    expect(get(url)).toMatchObject({ kind: "read", endpoint: { operation: { id } } });
  });

  it.each([
    ["/", "page"],
    ["/v1", "unknown"],
    ["/v1/base/nothing", "unknown"],
    ["/v1/base/tokens/", "moved"],
    ["//v1/base/tokens", "page"],
    ["/api/nothing", "unknown"],
    ["/livezX", "page"],
    ["/openapi/dataXjson", "page"],
  ])("%s is %s", (url, kind) => {
    expect(get(url).kind).toBe(kind);
  });

  it.each([
    ["POST", "/v1/base/tokens", { kind: "wrong_method", allowed: ["GET", "HEAD"] }],
    ["DELETE", "/api/v1/video-status", { kind: "wrong_method", allowed: ["GET", "HEAD", "POST"] }],
    ["OPTIONS", "/api/v1/upload-image", { kind: "preflight", form: "launch", isContent: false }],
    ["OPTIONS", "/v1/nothing", { kind: "preflight", form: "data" }],
    ["OPTIONS", "/videos/a/b.m4s", { kind: "preflight", isContent: true }],
    ["HEAD", "/v1/base/tokens", { kind: "read" }],
    ["GET", "/ipfs/cid/a%2Fb/c.png?w=64", { kind: "endpoint", params: { path: "cid/a/b/c.png" } }],
    ["GET", "/v1/base/tokens/?limit=2", { kind: "moved", location: "/v1/base/tokens?limit=2" }],
  ])("%s %s: %j", (method, url, expected) => {
    expect(route(method, url)).toMatchObject(expected);
  });

  it.each([
    ["/v1/base/tokens", "/v1/base/tokens?limit=50&offset=0"],
    ["/v1/base/tokens?limit=5&offset=2", "/v1/base/tokens?offset=02&limit=5"],
    ["/v1/base/tokens", "/v1/base/tokens?utm_source=x&_=1700000000&limit=50"],
    [`/v1/base/tokens/${TOKEN}`, `/v1/base/tokens/${TOKEN.toLowerCase()}?cache=bust`],
    ["/v1/base/tokens", "/v1/b%61se/tokens?"],
    [`/v1/base/tokens?manager=${TOKEN}`, `/v1/base/tokens?m%61nager=${TOKEN.toLowerCase()}`],
    [`/v1/base/tokens?manager=${TOKEN}`, `/v1/base/tokens?managerAddress=${TOKEN}`],
    ["/v1/base/tokens?sort=newest", "/v1/base/tokens?orderBy=dateCreated&orderDirection=DESC"],
    ["/v1/base/tokens?sort=marketCap", "/v1/base/tokens?sortBy=MARKETCAP"],
  ])("%s and %s are the same", (one, other) => {
    expect(input(other)).toBe(input(one));
  });

  it("differ in chain, operation and every known parameter", () => {
    const urls = [
      "/v1/base/tokens",
      "/v1/base-sepolia/tokens",
      "/v1/base/tokens/new",
      "/v1/base/tokens?limit=1",
      "/v1/base/tokens?offset=1",
      `/v1/base/tokens?manager=${TOKEN}`,
      `/v1/base/tokens?ownerAddress=${TOKEN}`,
      "/v1/base/tokens?sort=newest",
      "/v1/base/tokens?sort=newest&orderDirection=asc",
      `/v1/base/tokens/${TOKEN}`,
      `/v1/base/tokens/${TOKEN}/holders`,
    ];
    expect(new Set(urls.map(input)).size).toBe(urls.length);
  });

  it.each(["/v1/base/tokens?limit=0", "/v1/8453/tokens", "/v1/base/tokens/0x12"])(
    "%s is rejected before any lookup, each time",
    (url) => {
      for (const _ of [1, 2]) expect(() => input(url)).toThrow(AppError);
    },
  );
});
