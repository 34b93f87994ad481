import { describe, expect, it } from "vitest";
import { guessIdentity, parseRecipientList } from "@/components/launch/recipients/parse-recipients";

const ADA = "0x1111111111111111111111111111111111111111";

describe("guessIdentity", () => {
  it.each([
    [ADA, "wallet", ADA],
    ["ada@example.com", "email", "ada@example.com"],
    ["@grace", "twitter", "grace"],
    ["x:grace", "twitter", "grace"],
    ["https://x.com/grace", "twitter", "grace"],
    ["farcaster:@linus", "farcaster", "linus"],
    ["https://farcaster.xyz/linus", "farcaster", "linus"],
    ["email:ada@example.com", "email", "ada@example.com"],
  ])("detects %s as %s", (text, type, id) => {
    expect(guessIdentity(text)).toEqual({ type, id });
  });

  it.each(["grace", "", "https://example.com/grace"])("does not guess %j", (text) => {
    expect(guessIdentity(text)).toBeNull();
  });
});

describe("parseRecipientList", () => {
  it("parses addresses, usernames and shares in the formats that users paste", () => {
    const list = parseRecipientList(
      [ADA, "ada@example.com, 50", "@grace\t30 %", 'farcaster,"linus",20', "", "x;grace2;1.5"].join(
        "\r\n",
      ),
    );
    expect(list.problems).toEqual([]);
    expect(list.rows).toEqual([
      { type: "wallet", id: ADA, share: "" },
      { type: "email", id: "ada@example.com", share: "50" },
      { type: "twitter", id: "grace", share: "30" },
      { type: "farcaster", id: "linus", share: "20" },
      { type: "twitter", id: "grace2", share: "1.5" },
    ]);
  });

  it("skips a header line", () => {
    expect(parseRecipientList(`type,id,split\nwallet,${ADA},100`).rows).toHaveLength(1);
  });

  it("lists the lines that it cannot parse", () => {
    expect(parseRecipientList(`${ADA}\nwho is this\n`).problems).toEqual([
      { line: 2, text: "who is this" },
    ]);
  });
});
