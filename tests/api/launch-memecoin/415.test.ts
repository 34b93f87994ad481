import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: 415", () => {
  it("returns 415 for an unsupported content type", async () => {
    const { status, body } = await request(PATH, {
      rawBody: "name=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(status).toBe(415);
    expect(body).toMatchObject({ success: false, code: "unsupported_media_type" });
  });
});
