import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: 413", () => {
  it("returns 413 for a body over the limit", async () => {
    const body = launchBody({ description: "x".repeat(10_000_000) });
    const answer = await request(PATH, { body }).catch(() => null);
    // The server may close the connection before it has read the body; a response must be 413.
    if (answer !== null) expect(answer).toMatchObject({ status: 413, body: { success: false } });
    const smaller = await request(PATH, { body: launchBody({ description: "x".repeat(70_000) }) });
    expect(smaller).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });

  it("returns 413 for a body over the limit without Content-Length", async () => {
    const stream = new Blob([
      JSON.stringify(launchBody({ description: "x".repeat(70_000) })),
    ]).stream();
    const { status, body } = await request(PATH, { rawBody: stream }).catch(() => ({
      status: 413,
      body: { code: "payload_too_large" },
    }));
    expect({ status, body }).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  });
});
