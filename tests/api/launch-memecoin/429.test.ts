import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: 429", () => {
  it("rejects a third launch within a minute with 429, whatever headers the caller sends", async () => {
    const caller = newCaller();
    for (let launch = 0; launch < 2; launch += 1) {
      expect((await request(PATH, { body: launchBody(), caller })).status).toBe(200);
    }
    // The proxy appends the real address; everything to its left comes from the caller.
    const disguised = `${newCaller()}, ${caller}`;
    for (const from of [caller, disguised]) {
      const { status, headers, body } = await request(PATH, { body: launchBody(), caller: from });
      expect(status).toBe(429);
      expect(body).toMatchObject({
        success: false,
        code: "rate_limited",
        error: "Rate limit exceeded. Maximum 2 launches per minute.",
      });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
      expect(headers.get("ratelimit")).toMatch(/^"launch";r=0;t=\d+$/);
    }
  });
});
