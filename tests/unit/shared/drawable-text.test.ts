import { describe, expect, it } from "vitest";
import { drawableText } from "@/lib/shared/text/drawable-text";

describe("drawableText", () => {
  it.each([
    ["First Light", "First Light"],
    ["Žluťoučký Kůň – 1 €", "Žluťoučký Kůň – 1 €"],
    ["Moon \u{1F680} Cat", "Moon Cat"],
    ["漢字 Token", "Token"],
    ["a\nb", "a b"],
    ["<img src=x>", "<img src=x>"],
  ])("keeps of %j the characters that the font has", (text, drawn) => {
    expect(drawableText(text)).toBe(drawn);
  });

  it.each(["", "   ", "\u{1F680}\u{1F680}", "漢字", "…!?"])(
    "returns an empty string for %j",
    (text) => {
      expect(drawableText(text)).toBeNull();
    },
  );
});
