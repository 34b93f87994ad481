import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/video-status";

describe("POST video-status", () => {
  it.each([{}, { userId: "" }, { userId: 5 }])("returns 400 for %j", async (body) => {
    expect((await request(PATH, { body })).status).toBe(400);
  });
});
