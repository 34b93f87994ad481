import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/video-status";

describe("GET video-status", () => {
  it.each(["f".repeat(32), "nonsense", "../../etc"])("returns 404 for %s", async (uid) => {
    const { status, body } = await request(`${PATH}?uid=${encodeURIComponent(uid)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      success: false,
      error: "Video not found",
      code: "video_not_found",
    });
  });
});
