import { describe, expect, it } from "vitest";
import { revenueManagerAnswer } from "@/lib/features/managers/schema";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-revenue-manager";
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

describe("POST create-revenue-manager", () => {
  it("counts created managers, not rejected requests", async () => {
    const caller = newCaller();
    const wrong = { protocolFee: 100 };
    for (let i = 0; i < 12; i += 1) await request(PATH, { body: wrong, caller });
    const answers = await Promise.all(
      Array.from({ length: 11 }, () =>
        request(PATH, { body: { protocolFee: 1, recipientAddress: WALLET }, caller }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    const addresses = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => revenueManagerAnswer.parse(body).managerAddress);
    expect(new Set(addresses).size).toBe(10);
  });
});
