import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/upload-video";

describe("POST upload-video", () => {
  it("returns 415 and 413 before it counts the request", async () => {
    const wrongType = await request(PATH, {
      rawBody: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(wrongType.status).toBe(415);
    const large = await request(PATH, { body: { userId: "x".repeat(20_000) } });
    expect(large.status).toBe(413);
  });
});
