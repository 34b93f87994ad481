import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/video-status";

describe("GET video-status", () => {
  it.each([
    ["another video", "f".repeat(32)],
    ["a word", "nonsense"],
    ["a path", "../../etc"],
    ["101 characters", "x".repeat(101)],
    ["3,000 characters", "x".repeat(3_000)],
  ])("returns 404 for %s", async (_, uid) => {
    const { status, body } = await request(`${PATH}?uid=${encodeURIComponent(uid)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      success: false,
      error: "Video not found",
      code: "video_not_found",
    });
  });
});
