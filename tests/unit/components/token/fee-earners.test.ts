import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { FeeEarners } from "@/components/token/facts/fee-earners";
import { getTokenDetails, getTokenFees } from "@/lib/features/market/operations/market";
import { DETAILS_EXAMPLES, FEES_EXAMPLES } from "@/lib/features/market/operations/market-examples";
import type { TokenDetails } from "@/lib/features/market/schema/price";
import { tokenFeesQuery } from "@/lib/web/token/activity-queries";
import { tokenDetailsQuery } from "@/lib/web/token/token-queries";
import { renderWithFacts } from "../render-with-facts";

const TOKEN = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";

function shown({
  manager,
  details,
}: {
  manager: string | null;
  details?: Partial<TokenDetails>;
}): string {
  const client = new QueryClient();
  const fees = getTokenFees.response.parse({ ...FEES_EXAMPLES.response, manager });
  client.setQueryData(tokenFeesQuery("base", TOKEN).queryKey, fees);
  const token = getTokenDetails.response.parse({ ...DETAILS_EXAMPLES.response, ...details });
  client.setQueryData(tokenDetailsQuery("base", TOKEN).queryKey, token);
  const card = createElement(FeeEarners, { chain: "base", address: TOKEN });
  return renderWithFacts({}, createElement(QueryClientProvider, { client }, card));
}

describe("the fee earners of a token", () => {
  it("call income paid out only if no manager holds it", () => {
    const direct = shown({ manager: null });
    expect(direct).toContain("Paid out");
    expect(direct).toContain("Unpaid");
    const managed = shown({ manager: "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c" });
    expect(managed).toContain("Collected by the manager");
    expect(managed).toContain("Not collected yet");
    expect(managed).not.toContain("Paid out");
    expect(managed).not.toContain("Unpaid");
  });

  it("name what the shares of the 1% fee leave out", () => {
    const plain = shown({ manager: null, details: { referralShare: 0, launchProtection: null } });
    expect(plain).not.toContain("referrer");
    expect(plain).not.toContain("launch protection");
    const launchProtection = {
      startTime: 1,
      endTime: 601,
      startFeeBps: 5_000,
      endFeeBps: 100,
      buyFeeBps: 5_000,
      timestamp: 1,
    };
    const both = shown({ manager: null, details: { referralShare: 20, launchProtection } });
    expect(both).toContain("Launch protection adds a fee that goes to the bid wall.");
    expect(both).toContain("Referrers earn 20% of it, out of the creator share.");
  });
});
