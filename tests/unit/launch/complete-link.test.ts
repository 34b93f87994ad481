import { describe, expect, it } from "vitest";
import { findSymbolProblem, normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { completeLink, type LinkKind } from "@/lib/shared/text/complete-link";

describe("completeLink", () => {
  it.each<[LinkKind, string, string]>([
    ["website", "example.com", "https://example.com"],
    ["website", " www.example.com/a?b=c#d ", "https://www.example.com/a?b=c#d"],
    ["website", "http://example.com", "http://example.com"],
    ["website", "//example.com", "https://example.com"],
    ["website", "example.com:8080/x", "https://example.com:8080/x"],
    ["website", "münchen.de", "https://münchen.de"],
    ["twitter", "@ada", "https://x.com/ada"],
    ["twitter", "ada", "https://x.com/ada"],
    ["twitter", "x.com/ada", "https://x.com/ada"],
    ["telegram", "@ada", "https://t.me/ada"],
    ["telegram", "t.me/+AbC", "https://t.me/+AbC"],
    ["discord", "discord.gg/abc", "https://discord.gg/abc"],
    ["website", "", ""],
  ])("completes a %s %j to %s", (kind, text, url) => {
    expect(completeLink(kind, text)).toBe(url);
  });

  it.each<[LinkKind, string]>([
    ["website", "javascript:alert(1)"],
    ["website", "data:text/html,x"],
    ["website", "ada"],
    ["website", "two words"],
    ["discord", "@ada"],
    ["website", "ada@example.com"],
  ])("leaves a %s %j unchanged", (kind, text) => {
    expect(completeLink(kind, text)).toBe(text);
  });
});

describe("normalizeSymbol", () => {
  it.each([
    ["$GOAT", "GOAT"],
    [" goat\n", "GOAT"],
    ["$ goat", "GOAT"],
    ["GOAT", "GOAT"],
  ])("reads %j as %s", (text, symbol) => expect(normalizeSymbol(text)).toBe(symbol));

  it.each([
    ["GOAT", null],
    ["🐐", null],
    ["ÄÖ9", null],
    ["MY COIN", "must not contain spaces"],
    ["GO/AT", "may hold only letters, digits and emoji"],
  ])("%j: %s", (symbol, words) => expect(findSymbolProblem(symbol)).toBe(words));
});
