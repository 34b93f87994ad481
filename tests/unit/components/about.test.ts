import { createElement } from "react";
import { expect, it } from "vitest";
import { About } from "@/components/home/about";
import { NO_FACTS } from "@/components/layout/site-facts";
import { renderWithFacts } from "./render-with-facts";

it.each([
  { hidden: [], isLinked: true },
  { hidden: ["managers"], isLinked: true },
  { hidden: ["docs"], isLinked: false },
] as const)("links the docs unless the brand hides them: %j", ({ hidden, isLinked }) => {
  const brand = { ...NO_FACTS.brand, hidden };
  const html = renderWithFacts({ brand }, createElement(About, { legal: [], brand }));
  expect(html).toContain("How it works");
  expect(html.includes('href="/docs"')).toBe(isLinked);
});
