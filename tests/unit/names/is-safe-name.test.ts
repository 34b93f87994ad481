import { describe, expect, it } from "vitest";
import { isSafeName } from "@/lib/drivers/names/is-safe-name";
import { shortenName } from "@/lib/web/names/shorten-name";

describe("names that are shown", () => {
  it.each(["vitalik.eth", "jesse.base.eth", "ünïcode.eth", "名前.eth", "🚀.eth", "a.b.c.eth"])(
    "accepts %s",
    (name) => {
      expect(isSafeName(name)).toBe(true);
    },
  );

  it.each([
    ["capitals, which normalize differently", "Vitalik.eth"],
    ["a right-to-left override", "vita\u202elik.eth"],
    ["a left-to-right mark", "vitalik\u200e.eth"],
    ["an isolate", "\u2066vitalik.eth"],
    ["a zero-width space", "vita\u200blik.eth"],
    ["a zero-width joiner between letters", "vita\u200dlik.eth"],
    ["a joined emoji", "👨\u200d👩\u200d👧.eth"],
    ["a byte order mark", "\ufeffvitalik.eth"],
    ["a soft hyphen", "vita\u00adlik.eth"],
    ["a Cyrillic letter among Latin ones", "vit\u0430lik.eth"],
    ["a name of Cyrillic look-alikes", "\u0430\u0440\u0435.eth"],
    ["full-width letters", "ｖitalik.eth"],
    ["a line break", "vitalik\n.eth"],
    ["a space", "vitalik buterin.eth"],
    ["a hash for a label", `[${"ab".repeat(32)}].eth`],
    ["an empty label", "vitalik..eth"],
    ["a dot at the end", "vitalik.eth."],
    ["no top-level name", "vitalik"],
    ["an address for a label", `0x${"ab".repeat(20)}.eth`],
    ["the start of an address", "0x8ba1.eth"],
    ["the start of an address in a later label", "pay.0x8ba1.eth"],
    ["nothing", ""],
    ["too many characters", `${"a".repeat(61)}.eth`],
    ["markup", "<b>vitalik</b>.eth"],
    ["half of a surrogate pair", "vitalik\ud800.eth"],
    ["a combining mark at the start", "\u0301vitalik.eth"],
    ["many combining marks", `v${"\u0301".repeat(20)}.eth`],
  ])("rejects %s", (_, name) => {
    expect(isSafeName(name)).toBe(false);
  });
});

describe("a short form of a name", () => {
  it.each([
    ["jesse.base.eth", 16, "jesse.base.eth"],
    ["sixteen-char.eth", 16, "sixteen-char.eth"],
    ["a-rather-long-name.base.eth", 16, "a-rathe…base.eth"],
    ["vitalik.eth.attacker.eth", 16, "vitalik…cker.eth"],
    ["vitalik.eth", 11, "vitalik.eth"],
    ["grace.eth.bo.eth", 11, "grac…bo.eth"],
  ])("%s in %i characters → %s", (name, charactersMax, short) => {
    expect(shortenName(name, charactersMax)).toBe(short);
  });

  it("has at most 16 characters and keeps the end", () => {
    const short = shortenName("🚀".repeat(30).concat(".eth"), 16);
    expect([...short]).toHaveLength(16);
    expect(short.endsWith("🚀.eth")).toBe(true);
  });
});
