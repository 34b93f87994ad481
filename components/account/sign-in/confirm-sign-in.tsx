"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { PageLink } from "@/components/ui/page-link";
import { Spinner } from "@/components/ui/spinner";
import { toPagePath } from "@/lib/shared/text/page-path";
import { submitEmailProof } from "@/lib/web/account/auth-client";
import { explainEmailProofError, explainSignInCode } from "@/lib/web/account/explain-sign-in-error";
import { pendingMail } from "@/lib/web/account/pending-mail";
import { renewLinkRequest } from "@/lib/web/account/renew-link-request";
import { signedIn } from "@/lib/web/account/signed-in";
import { SignInProblemNote } from "./sign-in-problem-note";

const ACCOUNT = "/account";

/** Target of the sign-in link. Only the button signs in, because mail scanners open links. */
export function ConfirmSignIn() {
  const query = useSearchParams();
  const queries = useQueryClient();
  const [email, token] = [query.get("email") ?? "", query.get("token") ?? ""];
  const { mutate, isPending, isSuccess, error } = useSoleMutation({
    mutationFn: async () => {
      await renewLinkRequest(queries, email);
      await submitEmailProof({ email, token });
    },
    onSuccess: () => {
      pendingMail.write(null);
      // The page to return to may be of a browser that has never signed in.
      signedIn.write({ type: "email", name: email });
      // Replace the history entry: the link works only once.
      // Anyone can write such a link, so it leads to pages of this site only.
      const to = toPagePath(query.get("to") ?? ACCOUNT, window.location.origin);
      window.location.replace(to ?? ACCOUNT);
    },
  });
  const isBroken = email === "" || token === "";
  return (
    <div className="mx-auto max-w-md">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Sign in</h1>
      <Card className="mt-5 p-5 sm:p-6">
        {isBroken ? (
          <SignInProblemNote problem={explainSignInCode("Verification")} />
        ) : (
          <>
            <p className="break-words text-muted">
              As <bdi className="text-ink">{email}</bdi>, in this browser.
            </p>
            <Button
              variant="primary"
              className="mt-4 h-11 w-full"
              disabled={isPending || isSuccess}
              onClick={() => mutate()}
            >
              {(isPending || isSuccess) && <Spinner />}
              {isPending || isSuccess ? "Signing in…" : "Sign in"}
            </Button>
            {error !== null && !isPending && (
              <SignInProblemNote problem={explainEmailProofError(error)} className="mt-3" />
            )}
          </>
        )}
        {(isBroken || error !== null) && (
          <p className="mt-4 text-sm">
            <PageLink href={ACCOUNT} className="text-accent-text underline underline-offset-4">
              Use another sign-in method
            </PageLink>
          </p>
        )}
      </Card>
    </div>
  );
}
