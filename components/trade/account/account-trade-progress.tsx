"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { SignInMethods } from "@/components/account/sign-in/sign-in-methods";
import { needsSignIn } from "@/components/account/sign-in/step-up";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { AccountTradeAnswer } from "@/lib/features/account-trade/schema";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { isUnreachable } from "@/lib/web/create-query-client";
import { FailedTradeError } from "@/lib/web/trade/explain-account-trade";
import type { AccountTradeDraft } from "@/lib/web/trade/run/account-trade-draft";
import { sendAccountTrade } from "@/lib/web/trade/run/send-account-trade";
import { refreshAfterTrade } from "@/lib/web/trade/trade-queries";
import { chooseOwnAccount } from "@/lib/web/trade/trading-choice";
import { TradeResult } from "../trade-result";
import { AccountTradeProblem } from "./account-trade-problem";
import type { AccountTradeProps } from "./account-trade-props";
import { pathHere } from "./path-here";

/** The service waits for the trade itself; two tabs together stay within its rate limit. */
const AGAIN_MS = 4_000;

/** The confirmed terms are refused, and a repetition sends the same terms. */
const FINAL: ReadonlySet<string> = new Set(["invalid_body", "trade_refused"]);

/** Sends a confirmed trade and shows its result. It can be requested again; it is sent once. */
export function AccountTradeProgress(props: AccountTradeProps & { onClose: () => void }) {
  const { chain, symbol, draft, onClose } = props;
  const own = useQuery(ownAccountQuery());
  const { data, error, isFetching, fetchStatus, refetch } = useTrade(props);
  if (needsSignIn(error))
    return (
      <SignInAgain own={own.data ?? null} onSignedIn={() => void refetch()} onClose={onClose} />
    );
  if (error !== null && !isFetching) {
    const isLost = error instanceof ApiError && error.retryable;
    const isFinal = error instanceof ApiError && FINAL.has(error.code);
    return (
      <AccountTradeProblem error={error} chain={chain}>
        {!isLost && (
          <Button
            variant={isFinal ? "primary" : undefined}
            className={isFinal ? "flex-1" : undefined}
            onClick={onClose}
          >
            Back
          </Button>
        )}
        {!isFinal && (
          <Button variant="primary" className="flex-1" onClick={() => void refetch()}>
            {isLost ? "Check again" : "Try again"}
          </Button>
        )}
      </AccountTradeProblem>
    );
  }
  if (data?.state === "failed") {
    const failure = new FailedTradeError(data.problem ?? "reverted", data.error ?? "");
    return (
      <AccountTradeProblem error={failure} chain={chain} hash={data.transactionHash}>
        <Button variant="primary" className="flex-1" onClick={onClose}>
          Close
        </Button>
      </AccountTradeProblem>
    );
  }
  if (data?.state === "completed") {
    return <Completed trade={data} symbol={symbol} onClose={onClose} />;
  }
  return <Sending draft={draft} isOffline={fetchStatus === "paused"} />;
}

function useTrade({ draft, onTraded }: AccountTradeProps) {
  const queries = useQueryClient();
  const trade = useQuery({
    queryKey: ["account-trade", draft.requestId],
    queryFn: () => sendAccountTrade(draft),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? AGAIN_MS : false),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: isUnreachable,
  });
  const state = trade.data?.state;
  const report = useRef(onTraded);
  report.current = onTraded;
  const { side, tokenAddress } = draft;
  useEffect(() => {
    if (state !== "completed" && state !== "failed") return;
    if (state === "completed") report.current({ side });
    if (isHexAddress(tokenAddress)) refreshAfterTrade(queries, tokenAddress);
    void queries.invalidateQueries({ queryKey: ["trade-limits"] });
  }, [state, side, tokenAddress, queries]);
  return trade;
}

function Sending({ draft, isOffline }: { draft: AccountTradeDraft; isOffline: boolean }) {
  return (
    <div role="status" className="text-sm">
      <p className="flex items-center gap-2.5 font-semibold text-base">
        <Spinner className="size-5 text-sea-text" />
        {isOffline ? "You’re offline" : draft.side === "buy" ? "Buying…" : "Selling…"}
      </p>
      <p className="mt-2 text-muted leading-relaxed">
        {isOffline
          ? "The trade is sent once when you are online again, unless its deadline has passed."
          : "You can close this page. The trade continues and is sent once."}
      </p>
    </div>
  );
}

/** The confirmation is kept: the trade continues after the sign-in. */
function SignInAgain({
  own,
  onSignedIn,
  onClose,
}: {
  own: Parameters<typeof Reauthenticate>[0]["own"] | null;
  onSignedIn: () => void;
  onClose: () => void;
}) {
  const since = own?.session.authenticatedAt ?? null;
  const before = useRef(since);
  useEffect(() => {
    if (since === null || since === before.current) return;
    before.current = since;
    onSignedIn();
  }, [since, onSignedIn]);
  if (own !== null) {
    return (
      <Reauthenticate own={own} reason="A trade of this size" isInputStored returnTo={pathHere()} />
    );
  }
  return (
    <div>
      <p role="status" className="mb-4 text-muted text-sm">
        You are signed out. Sign in again to continue this trade, or close it.
      </p>
      <SignInMethods
        returnTo={pathHere()}
        only={["email", "twitter", "farcaster"]}
        before={chooseOwnAccount}
      />
      <Button className="mt-4 w-full" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function Completed({
  trade,
  symbol,
  onClose,
}: {
  trade: AccountTradeAnswer;
  symbol: string;
  onClose: () => void;
}) {
  const { side, chain, transactionHash: hash } = trade;
  const amountIn = BigInt(trade.amountIn);
  const amountOut = BigInt(trade.amountOut ?? "0");
  return (
    <div>
      <TradeResult chain={chain} symbol={symbol} trade={{ side, amountIn, amountOut, hash }} />
      <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
