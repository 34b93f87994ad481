import { describe, expect, it } from "vitest";
import { revenueManagerAnswer } from "@/lib/features/managers/schema";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-revenue-manager";
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

describe("POST create-revenue-manager", () => {
  it("creates a manager owned by its fee recipient", async () => {
    const { status, body } = await request(PATH, {
      body: { protocolFee: "2000", recipientEmail: "treasury@example.com" },
    });
    expect(status).toBe(200);
    const answer = revenueManagerAnswer.parse(body);
    expect(answer.protocolFee).toBe(2000);
    expect(answer.owner).toBe(answer.recipientAddress);
    expect(answer.walletProvider?.walletAddress).toBe(answer.recipientAddress);
  });

  it("reports no wallet provider for a wallet address, and accepts an owner", async () => {
    const owner = "0x00000000000000000000000000000000000000A1";
    const { body } = await request(PATH, {
      body: { protocolFee: 0, recipientAddress: WALLET, ownerAddress: owner },
    });
    expect(revenueManagerAnswer.parse(body)).toMatchObject({
      owner,
      recipientAddress: WALLET,
      protocolFee: 0,
      walletProvider: null,
    });
  });

  it("creates one manager per key, even for simultaneous requests", async () => {
    const caller = newCaller();
    const ask = (protocolFee: number) =>
      request(PATH, {
        body: { protocolFee, recipientAddress: WALLET },
        headers: { "idempotency-key": `revenue-${caller}` },
        caller,
      });
    const [first, second] = await Promise.all([ask(100), ask(100)]);
    expect(revenueManagerAnswer.parse(first.body)).toEqual(revenueManagerAnswer.parse(second.body));
    expect((await ask(100)).body).toEqual(first.body);
    expect(await ask(200)).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});
