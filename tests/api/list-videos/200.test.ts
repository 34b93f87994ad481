import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";
import { askForUpload } from "../../setup/video/uploads";

const PATH = "/api/v1/video-status";

describe("POST video-status", () => {
  it("lists only the videos of the user, newest first", async () => {
    const userId = randomUUID();
    const first = await askForUpload({ userId });
    const second = await askForUpload({ userId });
    await askForUpload({ userId: randomUUID() });
    const { status, body } = await request(PATH, { body: { userId } });
    expect(status).toBe(200);
    const shown = { state: "uploading", thumbnailIpfsHash: null, created: expect.any(String) };
    expect(body).toEqual({
      success: true,
      videos: [
        { uid: second.uid, ...shown },
        { uid: first.uid, ...shown },
      ],
      count: 2,
    });
  });

  it("returns an empty list for a user without videos", async () => {
    const { body } = await request(PATH, { body: { userId: randomUUID() } });
    expect(body).toEqual({ success: true, videos: [], count: 0 });
  });
});
