import { createElement } from "react";
import { expect, it } from "vitest";
import { ProtectionRow } from "@/components/trade/quote/protection-row";
import { renderWithFacts } from "../render-with-facts";

const OPENED = 1_700_000_000;
const terms = {
  startFeeBps: 5_000,
  endFeeBps: 100,
  startTime: OPENED,
  endTime: OPENED + 600,
};

/** The row's text, this many seconds after trading opened. */
function rowAt(seconds: number, addedWei: bigint): string {
  const row = createElement(ProtectionRow, { terms, addedWei });
  return renderWithFacts({ renderedAt: OPENED + seconds }, row).replace(/<[^>]*>/g, " ");
}

it("shows a buyer the current fee and its end before there is a quote", () => {
  expect(rowAt(300, 0n)).toMatch(/Launch protection\s+25.5% fee, falls to 1% +in 5 minutes/);
});

it("shows with a quote what protection adds to it, and when that ends", () => {
  const row = rowAt(570, 147n * 10n ** 15n);
  expect(row).toMatch(/Included: launch protection\s+falls to 1% +in 30 seconds +0\.147 +ETH/);
});

it("is empty after the end", () => {
  expect(rowAt(600, 0n)).toBe("");
});
