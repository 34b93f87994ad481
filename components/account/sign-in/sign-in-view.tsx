"use client";

import { useSearchParams } from "next/navigation";
import { Card } from "@/components/ui/card";
import { explainSignInCode } from "@/lib/web/account/explain-sign-in-error";
import { SignInMethods } from "./sign-in-methods";
import { SignInProblemNote } from "./sign-in-problem-note";

/** The account page for signed-out users. */
export function SignInView() {
  const code = useSearchParams().get("error");
  return (
    <div className="mx-auto max-w-md">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Sign in</h1>
      <p className="mt-2 text-muted">
        Trade with your account, and withdraw your earnings. Sign in with the email, username or
        wallet that a token was launched for.
      </p>
      {code !== null && <SignInProblemNote problem={explainSignInCode(code)} className="mt-5" />}
      <Card className="mt-5 p-5 sm:p-6">
        <SignInMethods returnTo="/account" />
      </Card>
      <p className="mt-4 text-faint text-xs leading-relaxed">
        No password or registration. Signing in is free and sends no transaction.
      </p>
    </div>
  );
}
