import { describe, expect, it } from "vitest";
import { appealRequest, reportRequest } from "@/lib/features/moderation/schema";

const target = { kind: "token", chain: "base", tokenAddress: `0x${"1".repeat(40)}` } as const;
const report = (email: string | null) => ({ ...target, reason: "scam", email });
const appeal = (email: string | null) => ({ ...target, details: "It is my own picture.", email });

describe("the email of a report or an appeal", () => {
  it.each([["W".repeat(5_000)], ["ada"], ["ada@"], [`${"a".repeat(250)}@example.com`]])(
    "is refused in words: %.20s",
    (email) => {
      for (const parsed of [
        reportRequest.safeParse(report(email)),
        appealRequest.safeParse(appeal(email)),
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
  });
});
