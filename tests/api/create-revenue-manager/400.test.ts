import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-revenue-manager";
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

describe("POST create-revenue-manager", () => {
  it.each([
    ["nobody", {}],
    ["two people", { recipientAddress: WALLET, recipientEmail: "a@example.com" }],
    ["a wrong address", { recipientAddress: "0x12" }],
    ["a wrong owner", { recipientAddress: WALLET, ownerAddress: `0x${"0".repeat(40)}` }],
    ["a long X name", { recipientTwitterUsername: "sixteen_letters_" }],
  ])("rejects %s with 400", async (_what, fields) => {
    const { status, body } = await request(PATH, { body: { protocolFee: 100, ...fields } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });

  it("rejects a numeric chain with 400", async () => {
    const { status } = await request("/api/v1/84532/create-revenue-manager", {
      body: { protocolFee: 100, recipientAddress: WALLET },
    });
    expect(status).toBe(400);
  });
});
