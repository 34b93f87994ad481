import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { EarningsTable } from "@/components/account/earnings/earnings-table";
import { useManagerTerms } from "@/components/launch/steps/use-manager-terms";
import { NO_FACTS } from "@/components/layout/site-facts";
import { FeeEarners } from "@/components/token/facts/fee-earners";
import { tokenFeesQuery } from "@/lib/web/token/activity-queries";
import { renderWithFacts } from "../render-with-facts";

const MANAGER = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

function feeEarners(): ReactElement {
  const client = new QueryClient();
  client.setQueryData(tokenFeesQuery("base", TOKEN).queryKey, {
    tokenAddress: TOKEN,
    owner: MANAGER,
    manager: MANAGER,
    earners: [],
    totalFees: "0",
    referralFees: "0",
    earned: "0",
    claimed: "0",
    claimable: "0",
    meta: { network: "mainnet", timestamp: 0 },
  });
  const children = createElement(FeeEarners, { chain: "base", address: TOKEN });
  return createElement(QueryClientProvider, { client }, children);
}

const earnings = () =>
  createElement(EarningsTable, {
    rows: [
      {
        key: "1",
        chain: "base",
        wallet: TOKEN,
        kind: "manager",
        source: MANAGER,
        title: "Revenue manager",
        symbol: null,
        paid: "0",
        ready: "0",
        isBeingPaid: false,
      },
    ],
  });

describe.each([
  { name: "fee earners of a token", element: feeEarners, text: "Fee earners" },
  { name: "earnings of an account", element: earnings, text: "Revenue manager" },
])("$name", ({ element, text }) => {
  it("link the page of a manager unless the brand hides it", () => {
    const shown = renderWithFacts({}, element());
    expect(shown).toContain(`/managers?chain=base&amp;address=${MANAGER}`);
    const brand = { ...NO_FACTS.brand, hidden: ["managers"] } as const;
    const hidden = renderWithFacts({ brand }, element());
    expect(hidden).toContain(text);
    expect(hidden).not.toContain("/managers");
  });
});

/** The hint below an empty manager address in the launch wizard. */
function Hint() {
  const draft = { chain: "base", treasury: "revenue_manager", managerAddress: "" } as const;
  return useManagerTerms(draft).note;
}

describe("the launch wizard", () => {
  it("names the managers page unless the brand hides it", () => {
    const hint = createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(Hint),
    );
    expect(renderWithFacts({}, hint)).toContain("Create one on the Managers page.");
    const brand = { ...NO_FACTS.brand, hidden: ["managers"] } as const;
    expect(renderWithFacts({ brand }, hint)).toBe("Manager contract on this chain.");
  });
});
