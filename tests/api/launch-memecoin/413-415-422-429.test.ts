import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api";
import { launchBody } from "../../setup/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: other refusals", () => {
  it("answers 413 to a body over the limit", async () => {
    const body = launchBody({ description: "x".repeat(10_000_000) });
    const answer = await request(PATH, { body }).catch(() => null);
    // The server may close the connection before all of the body is sent; when it answers, it is 413.
    if (answer !== null) expect(answer).toMatchObject({ status: 413, body: { success: false } });
    const smaller = await request(PATH, { body: launchBody({ description: "x".repeat(70_000) }) });
    expect(smaller).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });

  it("answers 413 to a body over the limit that does not tell its length", async () => {
    const stream = new Blob([
      JSON.stringify(launchBody({ description: "x".repeat(70_000) })),
    ]).stream();
    const { status, body } = await request(PATH, { rawBody: stream }).catch(() => ({
      status: 413,
      body: { code: "payload_too_large" },
    }));
    expect({ status, body }).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });

  it("answers 415 to another content type", async () => {
    const { status, body } = await request(PATH, {
      rawBody: "name=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ success: false, code: "unsupported_media_type" });
  });

  it("answers 422 to a key that comes with another body", async () => {
    const caller = newCaller();
    const headers = { "idempotency-key": `other-${caller}` };
    expect((await request(PATH, { body: launchBody(), headers, caller })).status).toBe(200);
    const second = await request(PATH, { body: launchBody({ name: "Other" }), headers, caller });
    expect(second).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  it("answers 429 to the third launch in a minute, whatever the caller claims to be", async () => {
    const caller = newCaller();
    for (let launch = 0; launch < 2; launch += 1) {
      expect((await request(PATH, { body: launchBody(), caller })).status).toBe(200);
    }
    // The proxy appends the true address; what stands left of it is the caller's own claim.
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
