"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { ownAccountQuery } from "@/lib/client/account/account-queries";
import { signOut } from "@/lib/client/account/auth-client";
import { pendingShares } from "@/lib/client/account/pending-shares";
import { pendingWithdrawal } from "@/lib/client/account/pending-withdrawal";
import { signedIn } from "@/lib/client/account/signed-in";

/** Ends the session and forgets what this browser noted of it. */
export function SignOutButton() {
  const queries = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      signedIn.write(null);
      pendingWithdrawal.write(null);
      pendingShares.write(null);
      queries.removeQueries({ queryKey: ["own-earnings"] });
      queries.setQueryData(ownAccountQuery().queryKey, null);
      window.history.replaceState(null, "", "/account");
    },
  });
  return (
    <div>
      <Button variant="ghost" size="small" disabled={isPending} onClick={() => mutate()}>
        {isPending ? (
          <Spinner className="size-3.5" />
        ) : (
          <LogOut aria-hidden="true" className="size-3.5" />
        )}
        Sign out
      </Button>
      {isError && (
        <p role="alert" className="mt-1 text-danger text-xs">
          You are still signed in. Try again.
        </p>
      )}
    </div>
  );
}
