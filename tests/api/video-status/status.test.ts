import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { request } from "../../setup/api";
import { askForUpload } from "../../setup/video/uploads";

const PATH = "/api/v1/video-status";

describe("GET video-status", () => {
  it("answers 200 with everything that is known so far", async () => {
    const { uid } = await askForUpload();
    const { status, body } = await request(`${PATH}?uid=${uid}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      video: {
        uid,
        state: "uploading",
        thumbnailUrl: null,
        thumbnailIpfsHash: null,
        streamUrl: null,
        duration: null,
        width: null,
        height: null,
        size: null,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      },
    });
  });

  it.each(["f".repeat(32), "nonsense", "../../etc"])("answers 404 to %s", async (uid) => {
    const { status, body } = await request(`${PATH}?uid=${encodeURIComponent(uid)}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      success: false,
      error: "Video not found",
      code: "video_not_found",
    });
  });

  it.each(["", "?uid=", "?uid=a&uid=b"])("answers 400 to %j", async (query) => {
    const { status, body } = await request(`${PATH}${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false } });
  });
});

describe("POST video-status", () => {
  it("lists the videos of a user, newest first, and nobody else's", async () => {
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

  it("answers an empty list for a user without any", async () => {
    const { body } = await request(PATH, { body: { userId: randomUUID() } });
    expect(body).toEqual({ success: true, videos: [], count: 0 });
  });

  it.each([{}, { userId: "" }, { userId: 5 }])("answers 400 to %j", async (body) => {
    expect((await request(PATH, { body })).status).toBe(400);
  });
});
