import { describe, expect, inject, it } from "vitest";
import { type Answer, newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { sendRaw } from "../../setup/api/send-raw";

/** Previously uncounted work: pages, status, documents, health checks. */

const AT_ONCE = 8;
const QUOTA = 300;
const FILES = 1_200;

/** One caller's responses until the first rejection; a new minute may start once in between. */
async function flood(
  path: string,
  caller: string,
  headers: Record<string, string> = {},
): Promise<{ taken: number; refused: Answer }> {
  let taken = 0;
  while (taken <= 2 * QUOTA) {
    const batch = Array.from({ length: AT_ONCE }, () => request(path, { caller, headers }));
    const answers = await Promise.all(batch);
    taken += answers.filter(({ status }) => status !== 429).length;
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return { taken, refused };
  }
  throw new Error(`${taken} requests were answered`);
}

describe("a caller who sends requests without end", () => {
  it("gets 300 pages per minute, then a page with the time to wait", async () => {
    const caller = newCaller();
    // Documents are counted as pages, at a lower cost.
    const { taken } = await flood("/llms.txt", caller);
    expect(taken).toBeGreaterThanOrEqual(QUOTA);
    const refused = await request("/no-such-page", { caller, headers: { accept: "text/html" } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("content-type")).toContain("text/html");
    expect(refused.text).toContain("Too many requests");
    // Files of open pages, and other callers, are not affected.
    expect((await request("/favicon.ico", { caller })).status).not.toBe(429);
    expect((await request("/v1/base-sepolia/tokens", { caller })).status).toBe(200);
    expect((await request("/docs", { caller: newCaller() })).status).toBe(200);
  }, 120_000);

  it.each([
    "/_next/static/../../explore",
    "/_next/static/%2e%2e/%2E%2e/explore",
    "/_next/static/..\\..\\explore",
    "/x/../v1/base-sepolia/tokens",
    "/./livez",
    "/livez#x",
    "/oembed#/x",
  ])("does not reach another path of Next's by %s", async (path) => {
    const { status, text } = await sendRaw({ path });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: "not_found" });
  });

  it.each([
    "/%6civez",
    "/%6Civez",
    "/%61pi/v1/config",
    "/api%2fv1%2fconfig",
    "/%761/base-sepolia/tokens",
    "/%6f%65mbed?url=x",
    "/%6dcp",
    "/%72pc/base-sepolia",
  ])("does not reach an endpoint past its limits by %s", async (path) => {
    const { status, text } = await sendRaw({ path });
    expect(status).toBe(404);
    expect(text).not.toMatch(/"(success|serverWallet|chains|data)":/);
  });

  it("watches videos without using up its pages", async () => {
    const caller = newCaller();
    const path = `/videos/${"a".repeat(32)}/segment.m4s`;
    for (let sent = 0; sent < QUOTA + AT_ONCE; sent += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () => request(path, { caller }));
      const statuses = (await Promise.all(batch)).map(({ status }) => status);
      expect(statuses).not.toContain(429);
    }
    expect((await request("/docs", { caller })).status).toBe(200);
  });

  it.each([
    "/api/v1/launch-status/nobody-has-this-job",
    "/api/v1/video-status?uid=nobody-has-this-video",
  ])("gets 300 responses per minute from %s", async (path) => {
    const { taken, refused } = await flood(path, newCaller());
    expect(taken).toBeGreaterThanOrEqual(QUOTA);
    expect(refused.body).toMatchObject({ code: "rate_limited" });
  });

  it.each([
    { revenueManagerAddress: "0x00000000000000000000000000000000000000C3" },
    { videoUID: "nobody-has-this-video" },
  ])("is rejected after 30 launches per minute that need a lookup: %j", async (changes) => {
    const caller = newCaller();
    const statuses = [];
    for (let sent = 1; sent <= 32; sent += 1) {
      const path = "/api/v1/base-sepolia/launch-memecoin";
      statuses.push((await request(path, { body: launchBody(changes), caller })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it("gets documents from memory, and 304 for a document that it has", async () => {
    for (const name of ["openapi/data.json", "openapi/launch.json", "sitemap.xml"]) {
      const path = `/${name}`;
      const first = await request(path);
      const etag = first.headers.get("etag") ?? "";
      const again = await fetch(`${inject("baseUrl")}${path}`, {
        headers: { "if-none-match": etag },
      });
      expect([first.status, again.status]).toEqual([200, 304]);
    }
  });

  it("gets 1,200 files per minute, even when its browser has them cached", async () => {
    const caller = newCaller();
    const cid = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
    const headers = { "if-none-match": `"${cid}"` };
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length <= 2 * FILES) {
      const batch = Array.from({ length: 25 }, () => request(`/ipfs/${cid}`, { caller, headers }));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 304).length).toBeGreaterThanOrEqual(FILES);
    expect(statuses).toContain(429);
  });

  it("is slowed down after 60 rejections; others are not", async () => {
    const path = "/v1/base-sepolia/tokens";
    const caller = newCaller();
    let refusals = 0;
    while (refusals < 60) {
      const batch = Array.from({ length: AT_ONCE }, () => request(path, { caller }));
      refusals += (await Promise.all(batch)).filter(({ status }) => status === 429).length;
    }
    const startedAt = performance.now();
    // Its status does not matter: the window of the rate limit may end meanwhile.
    const late = request(path, { caller }).then(() => performance.now() - startedAt);
    const order: string[] = [];
    const other = request(path, { caller: newCaller() });
    await Promise.all([late.then(() => order.push("late")), other.then(() => order.push("other"))]);
    expect(order).toEqual(["other", "late"]);
    expect((await other).status).toBe(200);
    expect(await late).toBeGreaterThan(450);
  });
});
