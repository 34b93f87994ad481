import { describe, expect, it } from "vitest";
import { blockKey, blockOfKey, tokenKey } from "@/lib/features/moderation/rules/moderation";
import {
  appealRequest,
  creatorAppeal,
  reportRequest,
  tokenAppeal,
} from "@/lib/features/moderation/schema";

const target = { kind: "token", chain: "base", tokenAddress: `0x${"1".repeat(40)}` } as const;
const report = (email: string | null) => ({ ...target, reason: "scam", email });
const refused = (email: string | null) => ({
  ...({ kind: "creator", creator: null, email } as const),
  details: "It was not me.",
});
const appeal = (email: string | null) => ({ ...target, details: "It is my own picture.", email });

describe("the email of a report or an appeal", () => {
  it.each([["W".repeat(5_000)], ["ada"], ["ada@"], [`${"a".repeat(250)}@example.com`]])(
    "is refused in words: %.20s",
    (email) => {
      for (const parsed of [
        reportRequest.safeParse(report(email)),
        tokenAppeal.safeParse(appeal(email)),
        creatorAppeal.safeParse(refused(email)),
      ]) {
        expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
          ["email", "must be an email address"],
        ]);
      }
    },
  );

  it.each([
    ["", null],
    [null, null],
    [" Ada@Example.com ", "ada@example.com"],
  ] as const)("is optional and normalized: %j", (email, read) => {
    expect(reportRequest.parse(report(email)).email).toBe(read);
    expect(appealRequest.parse(appeal(email)).email).toBe(read);
    expect(appealRequest.parse(refused(email)).email).toBe(read);
  });
});

describe("the key of a block", () => {
  it.each([
    { type: "wallet", value: `0x${"1".repeat(40)}` },
    { type: "email", value: "ada@example.com" },
    { type: "twitter", value: "ada" },
    { type: "twitter_id", value: "44196397" },
    { type: "farcaster", value: "ada.eth" },
    { type: "farcaster_id", value: "5650" },
    { type: "network", value: "2001:db8::/32" },
    { type: "domain", value: "bad.example" },
  ] as const)("is read as the same block: %j", (block) => {
    expect(blockOfKey(blockKey(block))).toEqual(block);
  });

  it("is not the key of a token, and not one that is invalid", () => {
    for (const key of [
      tokenKey(8_453, target.tokenAddress),
      "email:nobody",
      "",
      "0x1",
      "domain:",
    ]) {
      expect(blockOfKey(key), key).toBeNull();
    }
  });
});
