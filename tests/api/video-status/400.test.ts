import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/video-status";

describe("GET video-status", () => {
  it.each(["", "?uid=", "?uid=a&uid=b"])("returns 400 for %j", async (query) => {
    const { status, body } = await request(`${PATH}${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false } });
  });
});
