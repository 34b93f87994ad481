"use client";

import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { storedDrop, storedShares } from "@/components/account/shares/stored-shares";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Spinner } from "@/components/ui/spinner";
import { signOut, signOutEverywhere } from "@/lib/web/account/auth-client";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { writePendingFarcaster } from "@/lib/web/account/pending-farcaster";
import { pendingMail } from "@/lib/web/account/pending-mail";
import { pendingShares } from "@/lib/web/account/pending-shares";
import { pendingWithdrawal } from "@/lib/web/account/pending-withdrawal";
import { accountTrades } from "@/lib/web/trade/run/account-trade-draft";
import { earlierAccountTrade } from "@/lib/web/trade/run/earlier-account-trade";

/** Signs out this browser or all browsers, and clears what this browser stored. */
export function SignOutButton() {
  const queries = useQueryClient();
  const onSuccess = () => {
    pendingWithdrawal.write(null);
    accountTrades.clear();
    earlierAccountTrade.write(null);
    pendingShares.clear();
    storedShares.clear();
    storedDrop.clear();
    pendingMail.write(null);
    writePendingFarcaster(null);
    queries.removeQueries({ queryKey: ["own-earnings"] });
    queries.setQueryData(ownAccountQuery().queryKey, null);
    window.history.replaceState(null, "", "/account");
  };
  const here = useSoleMutation({ mutationFn: signOut, onSuccess });
  const everywhere = useSoleMutation({ mutationFn: signOutEverywhere, onSuccess });
  const isPending = here.isPending || everywhere.isPending;
  return (
    <div>
      <div className="-ml-2.5 flex flex-wrap gap-x-1">
        <Button variant="ghost" size="small" disabled={isPending} onClick={() => here.mutate()}>
          {here.isPending ? (
            <Spinner className="size-3.5" />
          ) : (
            <LogOut aria-hidden="true" className="size-3.5" />
          )}
          Sign out
        </Button>
        <Button
          variant="ghost"
          size="small"
          disabled={isPending}
          title="Signs out all browsers, including this one"
          onClick={() => everywhere.mutate()}
        >
          {everywhere.isPending && <Spinner className="size-3.5" />}
          Sign out everywhere
        </Button>
      </div>
      {(here.isError || everywhere.isError) && !isPending && (
        <p role="alert" className="mt-1 text-danger text-xs">
          You are still signed in. Try again.
        </p>
      )}
    </div>
  );
}
