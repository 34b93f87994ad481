import { describe, expect, it } from "vitest";
import { feeSplitManagerAnswer } from "@/lib/features/managers/schema";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-fee-split-manager";
const wallet = (n: number) => `0x${n.toString(16).padStart(40, "a")}`;
const wallets = (count: number) => Array.from({ length: count }, (_, n) => wallet(n));
const ask = (recipients: unknown, fields: object = { ownerEmail: "owner@example.com" }) =>
  request(PATH, { body: { recipients, ...fields } });

describe("POST create-fee-split-manager", () => {
  it("returns 200 with equal shares and the remainder assigned to the last recipient", async () => {
    const { status, body } = await ask(wallets(3));
    expect(status).toBe(200);
    const answer = feeSplitManagerAnswer.parse(body);
    expect(answer.recipients.map(({ percentage }) => percentage)).toEqual([
      "33.33333",
      "33.33333",
      "33.33334",
    ]);
    expect(answer.recipients[0]?.originalInput).toEqual({ type: "wallet", id: wallet(0) });
    expect(answer.totalRecipients).toBe(3);
  });

  it("returns 200 with custom shares for recipients of every identity type", async () => {
    const recipients = [
      { type: "wallet", id: wallet(1), split: "5000000" },
      { type: "email", id: "Ada@Example.com", split: "3333333" },
      { type: "twitter", id: "@ada", split: "1666666" },
      { type: "farcaster", id: "ada", split: "1" },
    ];
    const { status, body } = await ask(recipients, {
      ownerTwitterUsername: "ada",
      creatorShare: 1000,
    });
    expect(status).toBe(200);
    const answer = feeSplitManagerAnswer.parse(body);
    expect(answer.recipients.map(({ percentage }) => percentage)).toEqual([
      "50.00000",
      "33.33333",
      "16.66666",
      "0.00001",
    ]);
    expect(answer.recipients[1]?.originalInput).toEqual({ type: "email", id: "Ada@Example.com" });
  });

  it("accepts 100 recipients", async () => {
    const { status, body } = await ask(wallets(100));
    expect(status).toBe(200);
    expect(feeSplitManagerAnswer.parse(body).totalRecipients).toBe(100);
  });

  it("creates a dynamic split on robinhood", async () => {
    const { status, body } = await request("/api/v1/robinhood/create-fee-split-manager", {
      body: { recipients: wallets(2), ownerAddress: wallet(9) },
    });
    expect(status).toBe(200);
    feeSplitManagerAnswer.parse(body);
  });

  it("creates one manager per key, however often the request is sent", async () => {
    const caller = newCaller();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        request(PATH, {
          body: { recipients: wallets(2), ownerEmail: "owner@example.com" },
          headers: { "idempotency-key": `split-${caller}` },
          caller,
        }),
      ),
    );
    const addresses = answers.map(({ body }) => feeSplitManagerAnswer.parse(body).managerAddress);
    expect(new Set(addresses).size).toBe(1);
  });
});
