import { ApiError } from "@slipway-launchpad/client";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PayoutProgress } from "@/components/account/earnings/payout-progress";

const limited = (message: string) =>
  new ApiError({
    kind: "answered",
    status: 429,
    code: "rate_limited",
    message,
    retryAfterSeconds: 120,
  });

function pageFor(error: Error): string {
  const earnings = {
    success: true as const,
    wallets: [],
    payouts: [],
    actions: [],
    terms: { minimum: "0.0001", gasFactor: 2 },
  };
  const payout = { isRunning: false, since: null, answer: null, error, start: () => {} };
  return renderToStaticMarkup(createElement(PayoutProgress, { earnings, payout, rows: [] }));
}

it("shows the limit that the service reports when payouts are limited", () => {
  const html = pageFor(limited("Rate limit exceeded. Maximum 3 payouts per hour."));
  expect(html).toContain("Maximum 3 payouts per hour. Try again in 2 minutes.");
  expect(pageFor(limited("Too many concurrent requests."))).not.toContain("payouts per hour");
});
