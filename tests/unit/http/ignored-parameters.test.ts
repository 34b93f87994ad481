import { describe, expect, it } from "vitest";
import { getTokenList, listCandles } from "@/lib/features/market/operations/market";
import { listHolders, listTokens } from "@/lib/features/market/operations/tokens";
import { getUdfHistory } from "@/lib/features/udf/operations";
import { createIgnoredFinder, withIgnored } from "@/lib/http/input/ignored-parameters";
import type { CacheableResponse } from "@/lib/http/response/render";

const answer = (body: unknown, status = 200): CacheableResponse => ({
  status,
  headers: {},
  etag: '"abc"',
  body: JSON.stringify(body),
});
const find = (operation: Parameters<typeof createIgnoredFinder>[0], query: string) =>
  createIgnoredFinder(operation)(new URLSearchParams(query));

describe("ignored query parameters", () => {
  it("are the unknown parameters, each once, in order", () => {
    expect(
      find(listTokens, "limit=5&zeta=1&_=1&zeta=2&orderBy=marketcap&managerAddress=0x1"),
    ).toEqual(["_", "zeta"]);
    expect(find(listCandles, "interval=1m&resolution=5")).toEqual(["resolution"]);
    expect(find(listHolders, "limit=1&minBalance=5")).toEqual(["minBalance"]);
  });

  it("are not repeated if their names are unsafe", () => {
    expect(find(listTokens, "a%00=1&b%E2%80%8E=1&c%0A=1&_=%00")).toEqual(["_"]);
  });

  it("are listed fifty at a time", () => {
    const query = Array.from({ length: 400 }, (_, i) => `x${i}=1`).join("&");
    expect(find(listTokens, query)).toHaveLength(50);
  });

  it("are omitted where a protocol's response has no field for them", () => {
    expect(find(getUdfHistory, "symbol=0x1&currencyCode=USD")).toEqual([]);
    expect(find(getTokenList, "limit=5")).toEqual([]);
  });
});

describe("withIgnored", () => {
  it("adds the names to meta, whatever strings the response contains", () => {
    const body = {
      data: [{ name: '"meta":{"network":"x"}', description: 'a "meta":{ b' }],
      meta: { network: "testnet", timestamp: 5 },
    };
    const named = withIgnored(answer(body), ["_", 'a"}]b']);
    expect(JSON.parse(named.body)).toEqual({
      ...body,
      meta: { ignoredParameters: ["_", 'a"}]b'], ...body.meta },
    });
  });

  it("adds meta to a response without one", () => {
    const named = withIgnored(answer({ holders: [] }), ["_"]);
    expect(JSON.parse(named.body)).toEqual({ holders: [], meta: { ignoredParameters: ["_"] } });
  });

  it("has its own ETag, the same for the same names", () => {
    const tagOf = (names: string[]) => withIgnored(answer({ meta: { a: 1 } }), names).etag;
    expect(tagOf(["x"])).toMatch(/^"abc-[0-9a-f]{12}"$/);
    expect(tagOf(["x"])).toBe(tagOf(["x"]));
    expect(new Set([tagOf([]), tagOf(["x"]), tagOf(["y"])]).size).toBe(3);
  });

  it("leaves responses without ignored parameters and errors unchanged", () => {
    const plain = answer({ meta: { a: 1 } });
    expect(withIgnored(plain, [])).toBe(plain);
    const failure = answer({ code: "token_not_found" }, 404);
    expect(withIgnored(failure, ["_"])).toBe(failure);
  });
});
