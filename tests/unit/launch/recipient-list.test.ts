import { afterEach, describe, expect, it } from "vitest";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { guessIdentity } from "@/components/recipients/guess-identity";
import { parseRecipientList } from "@/components/recipients/parse-recipients";
import { IDENTITY_RULES } from "@/lib/schemas/identity";

const ADA = "0x1111111111111111111111111111111111111111";

describe("guessIdentity", () => {
  it.each([
    [ADA, "wallet", ADA],
    [`ethereum:${ADA}`, "wallet", ADA],
    [ADA.replace("0x", "0X"), "wallet", ADA],
    ["ada@example.com", "email", "ada@example.com"],
    ["@grace", "twitter", "grace"],
    ["x:grace", "twitter", "grace"],
    ["https://x.com/grace", "twitter", "grace"],
    ["farcaster:@linus", "farcaster", "linus"],
    ["https://farcaster.xyz/linus", "farcaster", "linus"],
    ["https://x.com/grace?s=21&t=Ab-3_x", "twitter", "grace"],
    ["https://mobile.twitter.com/@grace/?lang=en", "twitter", "grace"],
    ["warpcast.com/linus/#casts", "farcaster", "linus"],
    ["email:ada@example.com", "email", "ada@example.com"],
  ])("detects %s as %s", (text, type, id) => {
    expect(guessIdentity(text)).toEqual({ type, id });
  });

  it.each(["grace", "", "https://example.com/grace", "https://x.com/grace/status/1?s=21"])(
    "does not guess %j",
    (text) => {
      expect(guessIdentity(text)).toBeNull();
    },
  );
});

describe("cleanIdentityInput", () => {
  it.each([`ethereum:${ADA}`, ` ${ADA.replace("0x", "0X")}\n`])("reads the address %j", (text) => {
    expect(cleanIdentityInput("wallet", text)).toBe(ADA);
  });

  it("accepts an address in capitals, as QR codes hold it", () => {
    const id = "0x52908400098527886E0F7030069857D2E4169EE7";
    const mixed = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    for (const address of [id, mixed]) {
      const cleaned = cleanIdentityInput("wallet", address.toUpperCase());
      expect(IDENTITY_RULES.wallet.parse(cleaned)).toBe(address);
    }
  });

  it("reads the username of a profile link that an app has shared", () => {
    expect(cleanIdentityInput("twitter", "https://x.com/ada?s=21")).toBe("ada");
    expect(cleanIdentityInput("farcaster", "https://farcaster.xyz/ada?ref=share")).toBe("ada");
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
      {
        line: 2,
        text: "who is this",
        reason: "Write one recipient and at most one percentage per line.",
      },
    ]);
  });

  it.each([
    ["bob@example.com, 20,25", "bob@example.com", "20.25"],
    ["bob@example.com,20,25 %", "bob@example.com", "20.25"],
    ["bob@example.com 20,25", "bob@example.com", "20.25"],
    ["@vitalikbuterin;46,25", "vitalikbuterin", "46.25"],
    ["@vitalikbuterin\t33,33333", "vitalikbuterin", "33.33333"],
    ['bob@example.com,"20,255"', "bob@example.com", "20.255"],
    ['"bob@example.com";"20,25"', "bob@example.com", "20.25"],
    ["email;bob@example.com;20,25 %", "bob@example.com", "20.25"],
    ["email,bob@example.com,20,25", "bob@example.com", "20.25"],
    ["x,20,25", "20", "25"],
    [`ethereum:${ADA}, 50`, ADA, "50"],
    [`${ADA.replace("0x", "0X")} 50`, ADA, "50"],
    ["bob@example.com, 100", "bob@example.com", "100"],
    ["bob@example.com,", "bob@example.com", ""],
  ])("reads %j", (line, id, share) => {
    expect(parseRecipientList(line)).toMatchObject({ rows: [{ id, share }], problems: [] });
  });

  it.each([
    ["grace", "For a username, write @grace for X or farcaster:grace."],
    ["https://example.com/grace", "Not an address, an email or a username."],
    ["farcaster", "The recipient is missing."],
    ["@grace, 101", "The percentage must be between 0% and 100%."],
    // Names that every object inherits.
    ["constructor, 50", "For a username, write @constructor for X or farcaster:constructor."],
    ["__proto__, 3", "For a username, write @__proto__ for X or farcaster:__proto__."],
    ["constructor:ada", "Not an address, an email or a username."],
    ["constructor/ada", "Not an address, an email or a username."],
    ["@grace, half", "Write the number in digits, such as 12.5."],
    ["@grace, 1.1234567", "The percentage must have at most 5 decimals."],
    ["@grace, 20, 25", "Write one recipient and at most one percentage per line."],
  ])("says why it does not use %j", (text, reason) => {
    expect(parseRecipientList(text)).toEqual({ rows: [], problems: [{ line: 1, text, reason }] });
  });

  it("uses one recipient once, however it is spelled", () => {
    const mixed = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    const list = parseRecipientList(
      [mixed, mixed.toLowerCase(), "@Grace", "x.com/grace", "farcaster:grace"].join("\n"),
    );
    expect(list.rows.map(({ id }) => id)).toEqual([mixed, "Grace", "grace"]);
    expect(list.problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "The same recipient as in line 1."],
      [4, "The same recipient as in line 3."],
    ]);
  });

  it.each(["20,25", "20.25", "20,255", "20.255"])("reads %s for a German reader", (share) => {
    globalThis.slipwayReaderMarks = () => ",.";
    const { rows } = parseRecipientList(`@grace;${share}`);
    expect(rows).toMatchObject([{ share: share.replace(",", ".") }]);
  });
  afterEach(() => {
    globalThis.slipwayReaderMarks = undefined;
  });
});
