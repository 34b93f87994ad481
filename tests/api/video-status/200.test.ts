import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";
import { askForUpload } from "../../setup/video/uploads";

const PATH = "/api/v1/video-status";

describe("GET video-status", () => {
  it("returns 200 with everything known so far", async () => {
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
});
