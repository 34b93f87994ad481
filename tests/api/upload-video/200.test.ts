import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/upload-video";

describe("POST upload-video", () => {
  it.each([{}, { maxDurationSeconds: 300, maxSizeBytes: 52_428_800, userId: "ada" }])(
    "returns 200 with a one-time URL for %j",
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

  it("returns 200 without a body, because every field is optional", async () => {
    expect(await request(PATH, { method: "POST" })).toMatchObject({ status: 200 });
    const headers = { "content-type": "application/json" };
    expect(await request(PATH, { method: "POST", headers })).toMatchObject({ status: 200 });
  });
});
