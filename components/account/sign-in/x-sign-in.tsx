"use client";

import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Spinner } from "@/components/ui/spinner";
import { redirectToX } from "@/lib/web/account/auth-client";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import type { SignInMethodProps } from "./sign-in-method-props";
import { SignInProblemNote } from "./sign-in-problem-note";

/** Signs in with X through a redirect. */
export function XSignIn({ returnTo, before }: SignInMethodProps) {
  const { mutate, isPending, error } = useSoleMutation({
    mutationFn: async () => {
      await before?.("twitter");
      await redirectToX(returnTo);
    },
  });
  return (
    <div>
      <Button className="h-11 w-full" disabled={isPending} onClick={() => mutate()}>
        {isPending && <Spinner />}
        {isPending ? "Redirecting to X…" : "Continue with X"}
      </Button>
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </div>
  );
}
