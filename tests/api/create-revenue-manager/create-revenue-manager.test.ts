import { describe, expect, it } from "vitest";
import { revenueManagerAnswer } from "@/lib/schemas/managers";
import { newCaller, request } from "../../setup/api";

const PATH = "/api/v1/base-sepolia/create-revenue-manager";
const FEE_TEXT = "Invalid protocol fee. Must be a number between 0 and 10000 (0-100%)";
const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

describe("POST create-revenue-manager", () => {
  it("200: makes a manager that belongs to its fee recipient", async () => {
    const { status, body } = await request(PATH, {
      body: { protocolFee: "2000", recipientEmail: "treasury@example.com" },
    });
    expect(status).toBe(200);
    const answer = revenueManagerAnswer.parse(body);
    expect(answer.protocolFee).toBe(2000);
    expect(answer.owner).toBe(answer.recipientAddress);
    expect(answer.walletProvider?.walletAddress).toBe(answer.recipientAddress);
  });

  it("200: names no wallet provider for a wallet, and takes an owner", async () => {
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

  it("200: makes one manager for one key, also when asked twice at once", async () => {
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

  it.each([undefined, null, "", "abc", -1, 10_001, "10001", 1.5, true, {}, []])(
    "500: refuses the protocol fee %j as specified",
    async (protocolFee) => {
      const { status, body } = await request(PATH, {
        body: { protocolFee, recipientAddress: WALLET },
      });
      expect(status).toBe(500);
      expect(body).toMatchObject({ success: false, error: FEE_TEXT });
    },
  );

  it.each([
    ["nobody", {}],
    ["two people", { recipientAddress: WALLET, recipientEmail: "a@example.com" }],
    ["a wrong address", { recipientAddress: "0x12" }],
    ["a wrong owner", { recipientAddress: WALLET, ownerAddress: `0x${"0".repeat(40)}` }],
    ["a long X name", { recipientTwitterUsername: "sixteen_letters_" }],
  ])("400: refuses %s", async (_what, fields) => {
    const { status, body } = await request(PATH, { body: { protocolFee: 100, ...fields } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_body" });
  });

  it("400: refuses a chain by its number", async () => {
    const { status } = await request("/api/v1/84532/create-revenue-manager", {
      body: { protocolFee: 100, recipientAddress: WALLET },
    });
    expect(status).toBe(400);
  });

  it("429: counts what was made, not what was refused", async () => {
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
