import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api";

const PATH = "/api/v1/upload-video";

describe("POST upload-video", () => {
  it.each([{}, { maxDurationSeconds: 300, maxSizeBytes: 52_428_800, userId: "ada" }])(
    "answers 200 with a one-time URL to %j",
    async (body) => {
      const answers = await Promise.all([request(PATH, { body }), request(PATH, { body })]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          success: true,
          uploadURL: expect.stringMatching(/^http:\/\/.+\/api\/v1\/upload-video\/[\w-]{43}$/),
          videoUID: expect.stringMatching(/^[0-9a-f]{32}$/),
          message: expect.any(String),
        });
        expect(answer.headers.get("ratelimit-policy")).toBe('"videoUpload";q=10;w=3600');
      }
      expect(answers[0]?.body).not.toEqual(answers[1]?.body);
    },
  );

  it.each([301, 300.1, 0, -1, 1e9])(
    "answers 400 to a duration of %d",
    async (maxDurationSeconds) => {
      const { status, body } = await request(PATH, { body: { maxDurationSeconds } });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        success: false,
        error: "Invalid duration. Maximum 300 seconds allowed.",
      });
    },
  );

  it.each([
    { maxSizeBytes: 52_428_801 },
    { maxSizeBytes: 0 },
    { maxSizeBytes: 1.5 },
    { maxDurationSeconds: "long" },
    { userId: "" },
    { userId: "x".repeat(129) },
    { userId: "a‮b" },
    { userId: 7 },
  ])("answers 400 to %j", async (body) => {
    const answer = await request(PATH, { body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: "invalid_body" } });
  });

  it("answers 415 and 413 before it counts", async () => {
    const wrongType = await request(PATH, {
      rawBody: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(wrongType.status).toBe(415);
    const large = await request(PATH, { body: { userId: "x".repeat(20_000) } });
    expect(large.status).toBe(413);
  });

  it("answers 429 to the eleventh in an hour, and does not count mistakes", async () => {
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
