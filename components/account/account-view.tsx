"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { identityName } from "@/components/identity/identity-name";
import { ErrorState } from "@/components/ui/error-state";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { earningsQuery } from "@/lib/web/account/account-queries";
import { explainSignInCode } from "@/lib/web/account/explain-sign-in-error";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { userMessage } from "@/lib/web/user-message";
import { AccountActivity } from "./earnings/account-activity";
import { CreatedTokens } from "./earnings/created-tokens";
import { earningsRows } from "./earnings/earnings-rows";
import { EarningsTable } from "./earnings/earnings-table";
import { PayoutCard } from "./earnings/payout-card";
import { usePayout } from "./earnings/use-payout";
import { IdentityList } from "./identity-list";
import { ModeratedSplits } from "./shares/moderated-splits";
import { SignInProblemNote } from "./sign-in/sign-in-problem-note";
import { SignOutButton } from "./sign-in/sign-out-button";
import { WalletList } from "./wallet-list";

const Withdrawal = inPart(
  dynamic(() => import("./withdrawal/withdrawal-dialog").then((module) => module.Withdrawal), {
    ssr: false,
  }),
);

/** Account of the signed-in user. */
export function AccountView({ own }: { own: AccountAnswer }) {
  const { account } = own;
  const code = useSearchParams().get("error");
  const payout = usePayout();
  const { data, error, refetch } = useQuery(earningsQuery(account.id, payout.isRunning));
  const [first] = account.identities;
  const queries = useQueryClient();
  const isSignedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    // Signed out from another browser: show the sign-in view.
    if (isSignedOut) void queries.invalidateQueries(ownAccountQuery());
  }, [isSignedOut, queries]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Account</h1>
          <p className="mt-1.5 truncate text-muted">
            Signed in as{" "}
            <bdi className="text-ink">{first === undefined ? "nobody" : identityName(first)}</bdi>
          </p>
        </div>
        <SignOutButton />
      </header>
      {code !== null && <SignInProblemNote problem={explainSignInCode(code)} />}
      {data === undefined ? (
        error === null ? (
          <EarningsSkeleton />
        ) : (
          <ErrorState
            title="Could not load your earnings"
            detail={`${userMessage(error)}. Your earnings are safe on chain. Try again.`}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <PayoutCard earnings={data} payout={payout} />
          <EarningsTable rows={earningsRows(data)} />
          <WalletList own={own} earnings={data} />
          <ModeratedSplits own={own} earnings={data} />
          <CreatedTokens earnings={data} />
          <AccountActivity earnings={data} />
        </>
      )}
      <IdentityList own={own} />
      {data !== undefined && <Withdrawal own={own} earnings={data} />}
    </div>
  );
}

function EarningsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <p role="status" className="sr-only">
        Loading your earnings
      </p>
      <Skeleton className="h-56 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
    </div>
  );
}
