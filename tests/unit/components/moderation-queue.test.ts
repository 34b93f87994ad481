import { describe, expect, it } from "vitest";
import { seenBlock } from "@/components/admin/moderation/block-creator";

describe("a block of a creator from the moderation queue", () => {
  const wallet = { type: "wallet", value: `0x${"1".repeat(40)}` } as const;
  const email = { type: "email", value: "ada@example.com" } as const;

  it("claims a state only of the identifier whose state the entry shows", () => {
    expect(seenBlock(wallet, wallet)).toEqual({ seen: null });
    expect(seenBlock(email, wallet)).toEqual({});
    expect(seenBlock({ type: "email", value: "grace@example.com" }, email)).toEqual({});
    expect(seenBlock(wallet, null)).toEqual({});
  });
});
