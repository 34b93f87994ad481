"use client";

import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { submitEmailProof } from "@/lib/web/account/auth-client";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { type PendingMail, pendingMail } from "@/lib/web/account/pending-mail";
import { SignInProblemNote } from "./sign-in-problem-note";
import { useSignedInNow } from "./use-after-sign-in";

const DIGITS = 6;

/** Asks for the code of the mail that was sent; its link works as well, in any browser. */
export function EmailCode({
  pending,
  sandbox,
  onAgain,
}: {
  pending: PendingMail;
  sandbox: boolean;
  onAgain: () => void;
}) {
  const isSent = pending.state === "sent";
  return (
    <div className="text-sm">
      <div role="status">
        <p className="flex items-center gap-2 font-semibold text-base">
          <Mail aria-hidden="true" className="size-4.5 shrink-0 text-accent-text" />
          {isSent ? "The mail is on its way" : "A mail has just been sent"}
        </p>
        <p className="mt-2 break-words text-muted">
          To <bdi className="text-ink">{pending.email}</bdi>.{" "}
          {isSent
            ? "Type its code here, or open its link in any browser. Both work once, for 15 minutes."
            : "Several were asked for within minutes, so this request sent none. Open the link in the newest one."}
        </p>
      </div>
      {sandbox && (
        <p className="mt-3 rounded-control bg-sea px-3 py-2.5 text-sea-text">
          This sandbox sends no mail.{" "}
          <a href="/outbox" className="font-medium underline underline-offset-4">
            Open the outbox
          </a>{" "}
          to read it.
        </p>
      )}
      {isSent && <CodeForm />}
      <Button variant="ghost" size="small" className="-ml-2 mt-3 px-2" onClick={onAgain}>
        Send it again, or to another address
      </Button>
    </div>
  );
}

function CodeForm() {
  const onSignedIn = useSignedInNow();
  const [code, setCode] = useState("");
  const [mistake, setMistake] = useState<string | undefined>(undefined);
  const { mutate, isPending, error, reset } = useSoleMutation({
    mutationFn: (typed: string) => submitEmailProof({ code: typed }),
    onSuccess: async () => {
      pendingMail.write(null);
      await onSignedIn();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isWhole = code.length === DIGITS;
    setMistake(isWhole ? undefined : "must be the six digits of the mail");
    if (isWhole && !isPending) mutate(code);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <Field label="Code" error={mistake}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
            className="nums tracking-[0.2em]"
            value={code}
            onChange={(event) => {
              // A pasted code may come with spaces or the words around it.
              setCode(event.target.value.replace(/\D/g, "").slice(0, DIGITS));
              setMistake(undefined);
              reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={isPending} className="mt-1 h-11 w-full">
        {isPending && <Spinner />}
        {isPending ? "Signing in…" : "Sign in"}
      </Button>
      {error !== null && <SignInProblemNote problem={explainSignInError(error)} className="mt-3" />}
    </form>
  );
}
