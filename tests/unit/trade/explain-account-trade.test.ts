import { ApiError } from "@slipway-launchpad/client";
import { expect, it } from "vitest";
import { explainAccountTrade } from "@/lib/web/trade/explain-account-trade";

it("explains a rate limit without claiming that nothing was sent", () => {
  const message = "Rate limit exceeded. Maximum 10 trades per minute.";
  const error = new ApiError({ kind: "answered", status: 429, code: "rate_limited", message });
  expect(explainAccountTrade(error)).toEqual({
    title: "Too many trades",
    detail:
      "Rate limit exceeded. Maximum 10 trades per minute. Trying again never sends the trade twice.",
  });
});
