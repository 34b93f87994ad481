import { describe, expect, it } from "vitest";
import { READS } from "@/app/v1/reads";
import { createReadingFinder } from "@/lib/http/find-reading";
import { OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";

const find = createReadingFinder(READS);
const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const key = (url: string) => find(url)?.key?.id;

/** What programs poll, and is not the same for long. */
const POLLED = ["getConfig", "getLaunchStatus", "getVideoStatus", "getLiveness", "getReadiness"];

describe("reads", () => {
  it("are all answered in front of Next", () => {
    const cached = Object.values<Operation>(OPERATIONS).filter(({ cache }) => cache !== null);
    const served = READS.map(({ operation }) => operation.id);
    expect(served.toSorted()).toEqual([...cached.map(({ id }) => id), ...POLLED].toSorted());
  });

  it.each([
    ["/v1/base/tokens", "listTokens"],
    ["/v1/base/tokens/new", "listNewTokens"],
    [`/v1/base/tokens/${TOKEN}`, "getToken"],
    [`/v1/base/tokens/${TOKEN}/holders?limit=5`, "listHolders"],
  ])("%s is %s", (url, id) => {
    expect(find(url)).toMatchObject({ operation: { id }, error: null, key: { group: "base" } });
  });

  it.each([
    "/",
    "/v1",
    "/v1/base/nothing",
    "/v1/base/tokens/",
    "/v1/%zz/tokens",
    "//v1/base/tokens",
  ])("%s is none", (url) => {
    expect(find(url)).toBeNull();
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
    expect(key(one)).toBeDefined();
    expect(key(other)).toBe(key(one));
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
    expect(new Set(urls.map(key)).size).toBe(urls.length);
  });

  it.each(["/v1/base/tokens?limit=0", "/v1/8453/tokens", "/v1/base/tokens/0x12"])(
    "%s is refused without being looked for",
    (url) => {
      expect(find(url)).toMatchObject({ reading: null, error: { code: "invalid_parameters" } });
    },
  );
});
