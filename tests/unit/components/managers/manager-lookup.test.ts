import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { createElement } from "react";
import { expect, it } from "vitest";
import { ManagerLookup } from "@/components/managers/manager-lookup";
import { managerQuery } from "@/components/managers/manager-query";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { renderWithFacts } from "../render-with-facts";

const MANAGER = `0x${"1".repeat(40)}`;
const NOT_SERVED = "Chain is not served by this launchpad. Choose another chain.";

/** The lookup of a link to a manager, on a launchpad that serves Base and Base Sepolia. */
function open(chain: string) {
  const client = new QueryClient();
  for (const slug of CHAIN_SLUGS) {
    client.setQueryData(managerQuery(slug, MANAGER).queryKey, { kind: "none" });
  }
  const lookup = createElement(QueryClientProvider, { client }, createElement(ManagerLookup));
  const html = renderWithFacts(
    { chains: ["base", "base-sepolia"] },
    createElement(
      SearchParamsContext,
      { value: new URLSearchParams({ chain, address: MANAGER }) },
      lookup,
    ),
  );
  return { html, selected: /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html)?.[1] };
}

it("finds the manager of a link on its chain", () => {
  const { html, selected } = open("base-sepolia");
  expect(selected).toBe("Base Sepolia");
  expect(html).toContain("No manager of this launchpad on Base Sepolia");
  expect(html).not.toContain(NOT_SERVED);
});

it("does not look a manager up on another chain than that of its link", () => {
  const { html, selected } = open("robinhood");
  expect(html).toContain(NOT_SERVED);
  expect(selected).toBe("Robinhood Chain (not served here)");
  expect(html).not.toContain("No manager of this launchpad");
});
