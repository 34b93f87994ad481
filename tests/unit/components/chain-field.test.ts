import { type ComponentProps, createElement } from "react";
import { describe, expect, it } from "vitest";
import { ChainField } from "@/components/launch/steps/chain-field";
import type { ChainSlug } from "@/lib/shared/chains";
import { renderWithFacts } from "./render-with-facts";

const field: ComponentProps<typeof ChainField>["field"] = {
  name: "chain",
  ref: () => undefined,
  onChange: async () => undefined,
  onBlur: async () => undefined,
};

function render(chain: ChainSlug) {
  const html = renderWithFacts(
    { chains: ["base", "robinhood"] },
    createElement(ChainField, { field, chain, hint: "Where it is created." }),
  );
  const options = [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  return { html, options };
}

const OFFERED = ["Base", "Robinhood Chain (no charts or token lists here)"];

describe("the chain of a form", () => {
  it("is one that this launchpad serves", () => {
    const { html, options } = render("base");
    expect(options).toEqual(OFFERED);
    expect(html).toContain("Where it is created.");
  });

  it("of a link or an earlier form is named as not served, with an error", () => {
    const { html, options } = render("base-sepolia");
    expect(options).toEqual([...OFFERED, "Base Sepolia (testnet) (not served here)"]);
    expect(html).toContain("Chain is not served by this launchpad. Choose another chain.");
  });
});
