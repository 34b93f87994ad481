import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: 422", () => {
  it("returns 422 for a key that was used with another body", async () => {
    const caller = newCaller();
    const headers = { "idempotency-key": `other-${caller}` };
    expect((await request(PATH, { body: launchBody(), headers, caller })).status).toBe(200);
    const second = await request(PATH, { body: launchBody({ name: "Other" }), headers, caller });
    expect(second).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});
