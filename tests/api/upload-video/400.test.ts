import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/upload-video";

describe("POST upload-video", () => {
  it.each([301, 300.1, 0, -1, 1e9])(
    "returns 400 for a duration of %d",
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
  ])("returns 400 for %j", async (body) => {
    const answer = await request(PATH, { body });
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: "invalid_body" } });
  });
});
