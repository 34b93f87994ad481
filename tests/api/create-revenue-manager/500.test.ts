import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-revenue-manager";
const FEE_TEXT = "Invalid protocol fee. Must be a number between 0 and 10000 (0-100%)";
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

describe("POST create-revenue-manager", () => {
  it.each([undefined, null, "", "abc", -1, 10_001, "10001", 1.5, true, {}, []])(
    "rejects the protocol fee %j with 500, as specified",
    async (protocolFee) => {
      const { status, body } = await request(PATH, {
        body: { protocolFee, recipientAddress: WALLET },
      });
      expect(status).toBe(500);
      expect(body).toMatchObject({ success: false, error: FEE_TEXT });
    },
  );
});
