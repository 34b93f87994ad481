import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/upload-video";

describe("POST upload-video", () => {
  it("rejects the eleventh upload within an hour with 429 and does not count invalid requests", async () => {
    const caller = newCaller();
    const ask = (body: object) => request(PATH, { body, caller });
    for (let mistake = 0; mistake < 3; mistake += 1) {
      expect((await ask({ maxDurationSeconds: 301 })).status).toBe(400);
    }
    for (let count = 0; count < 10; count += 1) expect((await ask({})).status).toBe(200);
    const { status, body, headers } = await ask({});
    expect(status).toBe(429);
    expect(body).toMatchObject({
      success: false,
      error: "Rate limit exceeded. Maximum 10 uploads per hour.",
    });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(3600);
  });
});
