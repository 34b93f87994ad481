"use client";

import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { toAscii } from "@/lib/shared/text/number-text";
import { submitEmailProof } from "@/lib/web/account/auth-client";
import { explainEmailProofError } from "@/lib/web/account/explain-sign-in-error";
import { type PendingMail, pendingMail } from "@/lib/web/account/pending-mail";
import type { SignInMethodProps } from "./sign-in-method-props";
import { SignInProblemNote } from "./sign-in-problem-note";
import { useSignedInNow } from "./use-after-sign-in";

const DIGITS = 6;

/** Code input after a sign-in email was sent. The link in the email works too, in any browser. */
export function EmailCode({
  pending,
  before,
  mailbox,
  onAgain,
}: {
  pending: PendingMail;
  before: SignInMethodProps["before"];
  /** Whether the email appears on `/outbox`. */
  mailbox: boolean;
  onAgain: () => void;
}) {
  const isSent = pending.state === "sent";
  return (
    <div className="text-sm">
      <div role="status">
        <p className="flex items-center gap-2 font-semibold text-base">
          <Mail aria-hidden="true" className="size-4.5 shrink-0 text-accent-text" />
          {isSent ? "Check your email" : "Email already sent"}
        </p>
        <p className="mt-2 break-words text-muted">
          To <bdi className="text-ink">{pending.email}</bdi>.{" "}
          {isSent
            ? "Enter the code from the email, or open its link in any browser. Both work once and expire after 15 minutes."
            : "You requested several emails within minutes, so no new one was sent. Open the link in the latest email."}
        </p>
      </div>
      {mailbox && (
        <p className="mt-3 rounded-control bg-sea px-3 py-2.5 text-sea-text">
          The sandbox does not send email.{" "}
          <a href="/outbox" className="font-medium underline underline-offset-4">
            Open the outbox
          </a>{" "}
          to read it.
        </p>
      )}
      {isSent && <CodeForm email={pending.email} before={before} />}
      <Button variant="ghost" size="small" className="-ml-2 mt-3 px-2" onClick={onAgain}>
        Resend or change email
      </Button>
    </div>
  );
}

function CodeForm({ email, before }: { email: string; before: SignInMethodProps["before"] }) {
  const onSignedIn = useSignedInNow();
  const [code, setCode] = useState("");
  const [issue, setIssue] = useState<string | undefined>(undefined);
  const { mutate, isPending, error, reset } = useSoleMutation({
    mutationFn: async (typed: string) => {
      // Another method may have replaced the link request since the email was requested.
      await before?.("email", email);
      await submitEmailProof({ code: typed });
    },
    onSuccess: async () => {
      pendingMail.write(null);
      await onSignedIn();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = code.length === DIGITS;
    setIssue(isWhole ? undefined : "must be the six-digit code from the email");
    if (isWhole && !isPending) mutate(code);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <Field label="Code" error={issue}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
            className="nums tracking-[0.2em]"
            value={code}
            onChange={(event) => {
              // A pasted code may contain spaces or surrounding text.
              setCode(toAscii(event.target.value).replace(/\D/g, "").slice(0, DIGITS));
              setIssue(undefined);
              reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={isPending} className="mt-1 h-11 w-full">
        {isPending && <Spinner />}
        {isPending ? "Signing in…" : "Sign in"}
      </Button>
      {error !== null && (
        <SignInProblemNote problem={explainEmailProofError(error)} className="mt-3" />
      )}
    </form>
  );
}
