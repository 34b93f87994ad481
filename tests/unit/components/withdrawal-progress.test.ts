import { ApiError } from "@slipway-launchpad/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WithdrawalProgress } from "@/components/account/withdrawal/withdrawal-progress";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import { explainAccountTrade } from "@/lib/web/trade/explain-account-trade";

const NOW = 1_700_000_000;
const own: AccountAnswer = {
  success: true,
  account: { id: "1", createdAt: NOW, identities: [], wallets: [] },
  session: { authenticatedAt: NOW, recent: true, recentUntil: NOW },
};
const ADDRESS = "0x1111111111111111111111111111111111111111";
const MESSAGE = "the gas fee has risen and is now at most 0.1 ETH";

const refused = (code: string, path: string) =>
  new ApiError({
    kind: "answered",
    status: 400,
    code,
    message: `${path}: ${MESSAGE}`,
    details: [{ path, message: MESSAGE }],
  });

function pageFor(error: Error): string {
  const requestId = "00000000-0000-4000-8000-000000000000";
  const confirmed = { requestId, at: 0, isRequested: true, feeAtMost: "0.01" };
  const draft = {
    accountId: "1",
    wallet: ADDRESS,
    chain: "base" as const,
    to: ADDRESS,
    amount: "1",
    confirmed,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const query = client.getQueryCache().build(client, { queryKey: ["withdrawal", requestId, NOW] });
  query.setState({ status: "error", error });
  const none = () => {};
  const props = { own, draft, confirmed, onBack: none, onClose: none };
  const progress = createElement(WithdrawalProgress, props);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, progress));
}

it("offers no retry of a withdrawal whose confirmed terms are refused", () => {
  const html = pageFor(refused("invalid_body", "feeAtMost"));
  expect(html).toContain("Back</button>");
  expect(html).not.toContain("Try again");
  expect(html).toContain("The gas fee has risen");
  expect(html).not.toContain("feeAtMost");
});

it("offers a retry of a withdrawal that waits for another one", () => {
  const error = { kind: "answered", status: 409, code: "action_under_way", message: "?" } as const;
  expect(pageFor(new ApiError(error))).toContain("Try again</button>");
});

it("explains a refused trade or drop without the name of the field", () => {
  expect(explainAccountTrade(refused("invalid_body", "networkFeeWei")).detail).toBe(
    "The gas fee has risen and is now at most 0.1 ETH. Nothing was sent.",
  );
  expect(explainShares(refused("invalid_body", "feeAtMost")).text).toMatch(/^The gas fee/);
});
