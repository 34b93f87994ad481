"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { SignInMethods } from "@/components/account/sign-in/sign-in-methods";
import { isStepUp } from "@/components/account/sign-in/step-up";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { signedIn } from "@/lib/web/account/signed-in";
import { accountTrades, bestMinimum, isStaleTrade } from "@/lib/web/trade/run/account-trade-draft";
import { previewAccountTrade } from "@/lib/web/trade/run/send-account-trade";
import { chooseOwnAccount } from "@/lib/web/trade/trading-choice";
import { AccountTradeProblem } from "./account-trade-problem";
import { AccountTradeProgress } from "./account-trade-progress";
import type { AccountTradeProps } from "./account-trade-props";
import { AccountTradeSummary } from "./account-trade-summary";
import { pathHere } from "./path-here";

/** How often the fees of an unconfirmed trade are read again. */
const PREVIEW_INTERVAL_MS = 20_000;

/** Confirms a trade with a managed wallet, then shows its progress. */
export function AccountTradeDialog(props: AccountTradeProps) {
  const { draft, symbol } = props;
  const own = useQuery(ownAccountQuery());
  const isStale = isStaleTrade(draft);
  const accountId = own.data?.account.id;
  const isForeign = accountId !== undefined && accountId !== draft.accountId;
  useEffect(() => {
    if (isStale || isForeign) accountTrades.remove(draft);
  }, [isStale, isForeign, draft]);
  if (isStale || isForeign) return null;
  const close = () => accountTrades.remove(draft);
  return (
    <Dialog
      open
      onClose={close}
      title={`${draft.side === "buy" ? "Buy" : "Sell"} ${symbol}`}
      className="w-[min(26rem,calc(100vw-1.5rem))]"
    >
      {draft.confirmed === null ? (
        <Confirm {...props} onClose={close} />
      ) : (
        <AccountTradeProgress {...props} onClose={close} />
      )}
    </Dialog>
  );
}

function Confirm({ draft, symbol, chain, onClose }: AccountTradeProps & { onClose: () => void }) {
  const own = useQuery(ownAccountQuery());
  const since = own.data?.session.authenticatedAt ?? null;
  const preview = useQuery({
    // A new sign-in allows what the earlier one did not.
    queryKey: ["account-trade-preview", draft.requestId, since],
    queryFn: () => previewAccountTrade(draft),
    enabled: own.data !== undefined && own.data !== null,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error === null ? PREVIEW_INTERVAL_MS : false),
  });
  const { data, error, isFetching, refetch } = preview;
  const isSignedOut = own.data === null || (error instanceof ApiError && error.status === 401);
  useEffect(() => {
    // Signed out in another tab or browser.
    if (isSignedOut) signedIn.write(null);
  }, [isSignedOut]);
  const expectedOut = data?.expectedOut;
  useEffect(() => {
    if (expectedOut === undefined || bestMinimum(draft, expectedOut) === draft.minAmountOut) return;
    accountTrades.improve(draft, expectedOut);
  }, [draft, expectedOut]);
  if (isSignedOut) return <SignedOut />;
  if (isStepUp(error) && own.data !== undefined && own.data !== null) {
    return (
      <Reauthenticate
        own={own.data}
        reason="A trade of this size"
        isInputStored
        returnTo={pathHere()}
      />
    );
  }
  if (error !== null && !isFetching) {
    return (
      <AccountTradeProblem error={error} chain={chain}>
        <Button onClick={onClose}>Back</Button>
        <Button variant="primary" className="flex-1" onClick={() => void refetch()}>
          Try again
        </Button>
      </AccountTradeProblem>
    );
  }
  if (data === undefined) return <Loading />;
  return (
    <AccountTradeSummary
      trade={{ ...data, minAmountOut: bestMinimum(draft, data.expectedOut) }}
      symbol={symbol}
      onBack={onClose}
      onConfirm={() =>
        accountTrades.confirm(draft, {
          deadline: data.deadline,
          at: Date.now(),
          networkFeeWei: data.networkFeeWei,
        })
      }
    />
  );
}

function SignedOut() {
  return (
    <div>
      <p role="status" className="mb-4 text-muted text-sm">
        You are signed out, so nothing was sent. Sign in again to continue this trade.
      </p>
      <SignInMethods
        returnTo={pathHere()}
        only={["email", "twitter", "farcaster"]}
        before={chooseOwnAccount}
      />
    </div>
  );
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        Checking your trade
      </p>
      {["pay", "minimum", "fee", "network", "wallet"].map((row) => (
        <Skeleton key={row} className="mt-2.5 h-5 w-full" />
      ))}
      <Skeleton className="mt-6 h-11 w-full" />
    </div>
  );
}
