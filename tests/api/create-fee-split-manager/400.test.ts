import { describe, expect, it } from "vitest";
import { feeSplitManagerAnswer } from "@/lib/features/managers/schema";
import { newCaller, request } from "../../setup/api/api";

const PATH = "/api/v1/base-sepolia/create-fee-split-manager";
const DUPLICATES = "Duplicate addresses found in fee split recipients";
const wallet = (n: number) => `0x${n.toString(16).padStart(40, "a")}`;
const wallets = (count: number) => Array.from({ length: count }, (_, n) => wallet(n));
const ask = (recipients: unknown, fields: object = { ownerEmail: "owner@example.com" }) =>
  request(PATH, { body: { recipients, ...fields } });

describe("POST create-fee-split-manager", () => {
  it.each([
    ["no recipients", [], /At least one/],
    ["101 recipients", wallets(101), /At most 100/],
    [
      "an address in two letter cases",
      [wallet(171), wallet(171).toUpperCase().replace("0X", "0x")],
      DUPLICATES,
    ],
    [
      "an email address twice",
      [
        { type: "email", id: "a@b.co" },
        { type: "email", id: "A@B.co" },
      ],
      DUPLICATES,
    ],
    [
      "an X user with and without @",
      [
        { type: "twitter", id: "a" },
        { type: "twitter", id: "@A" },
      ],
      DUPLICATES,
    ],
    ["a wrong address", ["0x12"], "Invalid fee split recipient address: 0x12"],
    ["the zero address", [`0x${"0".repeat(40)}`], /Invalid fee split recipient address/],
    ["a wrong email address", [{ type: "email", id: "x" }], /Invalid fee split recipient email/],
    ["an unknown type", [{ type: "phone", id: "1" }], /recipients/],
    ["mixed formats", [wallet(1), { type: "wallet", id: wallet(2) }], /recipients/],
    [
      "a missing split",
      [
        { type: "wallet", id: wallet(1), split: "10000000" },
        { type: "wallet", id: wallet(2) },
      ],
      /all must/,
    ],
    [
      "9,999,999",
      [{ type: "wallet", id: wallet(1), split: "9999999" }],
      /must sum to exactly 10000000/,
    ],
    [
      "10,000,001",
      [{ type: "wallet", id: wallet(1), split: "10000001" }],
      /must sum to exactly 10000000/,
    ],
    [
      "a split of zero",
      [
        { type: "wallet", id: wallet(1), split: "10000000" },
        { type: "wallet", id: wallet(2), split: "0" },
      ],
      /Invalid fee split: 0/,
    ],
    ["a negative split", [{ type: "wallet", id: wallet(1), split: "-1" }], /Invalid fee split: -1/],
    [
      "a fractional split",
      [{ type: "wallet", id: wallet(1), split: 5000000.5 }],
      /Invalid fee split/,
    ],
    ["text", "everybody", /recipients/],
  ])("rejects %s with 400", async (_what, recipients, text) => {
    const { status, body } = await ask(recipients);
    expect(status).toBe(400);
    const error = typeof text === "string" ? text : expect.stringMatching(text);
    expect(body).toMatchObject({ success: false, error });
  });

  it("rejects two identities that resolve to one wallet with 400", async () => {
    const first = await ask([{ type: "email", id: "twin@example.com" }]);
    const [twin] = feeSplitManagerAnswer.parse(first.body).recipients;
    const { status, body } = await ask([
      { type: "email", id: "twin@example.com" },
      { type: "wallet", id: twin?.address },
    ]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: DUPLICATES });
  });

  it.each([
    ["no owner", {}],
    ["two owners", { ownerAddress: wallet(1), ownerEmail: "a@example.com" }],
    ["a share over 10000", { ownerAddress: wallet(1), creatorShare: 10_001 }],
  ])("rejects %s with 400", async (_what, fields) => {
    expect((await ask(wallets(1), fields)).status).toBe(400);
  });

  it("accepts a key again after a rejection that depended on wallet resolution", async () => {
    const first = await ask([{ type: "email", id: "keeper@example.com" }]);
    const [keeper] = feeSplitManagerAnswer.parse(first.body).recipients;
    const twins = [
      { type: "email", id: "keeper@example.com" },
      { type: "wallet", id: keeper?.address },
    ];
    const caller = newCaller();
    const send = (recipients: unknown) =>
      request(PATH, {
        body: { recipients, ownerEmail: "owner@example.com" },
        headers: { "idempotency-key": `keeper-${caller}` },
        caller,
      });
    expect(await send(twins)).toMatchObject({ status: 400, body: { error: DUPLICATES } });
    expect((await send(twins.slice(1))).status).toBe(200);
    expect(await send(twins)).toMatchObject({ status: 422 });
  });
});
