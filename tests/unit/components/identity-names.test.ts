import { describe, expect, it } from "vitest";
import { identityName } from "@/components/identity/identity-name";
import { identityText } from "@/components/identity/identity-text";

describe("a public identity", () => {
  it.each([
    [{ type: "twitter", name: "jack" }, "@jack on X"],
    [{ type: "farcaster", name: "jack.eth" }, "@jack.eth on Farcaster"],
    [{ type: "email", name: null }, "Email user"],
    [{ type: "twitter", name: null }, "X user"],
    [{ type: "farcaster", name: null }, "Farcaster user"],
  ] as const)("of %j is shown as %s", (identity, text) => {
    expect(identityText(identity)).toBe(text);
  });
});

describe("an own identity", () => {
  it.each([
    [{ type: "twitter", name: "jack" }, "@jack"],
    [{ type: "email", name: "jack@example.com" }, "jack@example.com"],
    [{ type: "farcaster", name: "fid:77" }, "Farcaster user"],
    [{ type: "twitter", name: "id:4412" }, "X user"],
  ] as const)("of %j is shown as %s", (identity, text) => {
    expect(identityName(identity)).toBe(text);
  });
});
