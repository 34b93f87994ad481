import { describe, expect, inject, it, vi } from "vitest";
import { newTokenList, tokenList } from "@/lib/features/market/schema/tokens";
import { type Answer, newCaller, request } from "../../setup/api/api";
import { launchToken } from "../../setup/chain/launch-token";

const PATH = "/v1/base/tokens";
const HIT = "launchpad; hit";
const statusOf = ({ headers }: Answer) => headers.get("cache-status");

/** Repeats the request until the response is cached; chain events may invalidate it in between. */
async function untilHit(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  let answer = await request(path, { headers });
  await vi.waitFor(
    async () => {
      answer = await request(path, { headers });
      expect(statusOf(answer)).toBe(HIT);
    },
    { timeout: 20_000, interval: 10 },
  );
  return answer;
}

describe("micro-cache", () => {
  it("returns a cached response with a request id and rate-limit count per caller", async () => {
    const caller = newCaller();
    const first = await request(PATH, { caller });
    const again = await untilHit(PATH);
    const third = await request(PATH, { caller });
    expect(again.status).toBe(200);
    expect(tokenList.safeParse(again.body).error).toBeUndefined();
    expect(first.headers.get("ratelimit")).toMatch(/^"data";r=299;t=\d+$/);
    // A new minute may start in between, which resets the count.
    expect(third.headers.get("ratelimit")).toMatch(/^"data";r=29[89];t=\d+$/);
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(again.headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(again.headers.get("age")).toMatch(/^\d+$/);
  });

  it("sends the same headers for hits and misses, including unknown paths", async () => {
    const miss = await request(`${PATH}?offset=77&limit=3`);
    const hit = await untilHit(`${PATH}?offset=77&limit=3`);
    const unknown = await request("/v1/base/tokens/0x0000000000000000000000000000000000000001");
    const names = (answer: Answer) =>
      [...answer.headers.keys()].filter((name) => name !== "cache-status" && name !== "age");
    expect(names(hit)).toEqual(names(miss));
    expect(unknown.status).toBe(404);
    expect(names(hit).filter((name) => !names(unknown).includes(name))).toEqual(["etag"]);
    expect(hit.headers.get("access-control-allow-origin")).toBe("*");
    expect(hit.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("treats requests with unknown parameters as the same request", async () => {
    await vi.waitFor(
      async () => {
        await request(`${PATH}?limit=7`);
        const answer = await request(`${PATH}?utm_source=test&limit=7&_=${Math.random()}`);
        expect(statusOf(answer)).toBe(HIT);
      },
      { timeout: 20_000, interval: 10 },
    );
  });

  it("returns the headers of GET for HEAD, and 304 for If-None-Match", async () => {
    const head = await request(PATH, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
    await vi.waitFor(
      async () => {
        const etag = (await request(PATH)).headers.get("etag") ?? "";
        const same = await request(PATH, { headers: { "if-none-match": etag } });
        expect(same.status).toBe(304);
        expect(same.text).toBe("");
        expect(same.headers.get("etag")).toBe(etag);
        expect(same.headers.get("ratelimit")).not.toBeNull();
      },
      { timeout: 20_000, interval: 10 },
    );
  });

  it("shows a launched token in a cached list and at the token's own path", async () => {
    const list = "/v1/base-sepolia/tokens/new?limit=1";
    await request(list);
    const token = await launchToken({ name: "Fresh" });
    await vi.waitFor(
      async () => {
        const { data } = newTokenList.parse((await request(list)).body);
        expect(data[0]?.tokenAddress).toBe(token);
      },
      { timeout: 20_000, interval: 50 },
    );
    const { status } = await request(`/v1/base-sepolia/tokens/${token.toLowerCase()}`);
    expect(status).toBe(200);
  });

  it("rejects the 301st read within a minute, cached or not, with Retry-After", async () => {
    const caller = newCaller();
    const headers = { "x-forwarded-for": caller };
    const url = `${inject("baseUrl")}${PATH}`;
    let refused: Response | null = null;
    // At most two windows' quota, in case a new minute starts in between.
    for (let i = 0; i < 601 && refused === null; i += 1) {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.status === 429) refused = response;
      else expect(response.status).toBe(200);
    }
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get("ratelimit")).toMatch(/^"data";r=0;t=\d+$/);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.headers.get("content-type")).toContain("application/problem+json");
    expect((await fetch(url, { headers: { "x-forwarded-for": newCaller() } })).status).toBe(200);
  });
});
