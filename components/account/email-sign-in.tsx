"use client";

import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { mailSignInLink } from "@/lib/client/account/auth-client";
import { explainSignInError } from "@/lib/client/account/explain-sign-in-error";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { SignInProblemNote } from "./sign-in-problem-note";
import type { SignInWayProps } from "./sign-in-ways";

/** Asks for an address and has a link mailed there; in the sandbox the mail lies in the outbox. */
export function EmailSignIn({
  returnTo,
  before,
  sandbox,
  fixed,
}: SignInWayProps & {
  sandbox: boolean;
  /** The only address that helps here. */
  fixed?: string;
}) {
  const [email, setEmail] = useState(fixed ?? "");
  const [mistake, setMistake] = useState<string | undefined>(undefined);
  const mail = useMutation({
    mutationFn: async (address: string) => {
      await before?.("email", address);
      await mailSignInLink(address, returnTo);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = IDENTITY_RULES.email.safeParse(email);
    setMistake(parsed.error?.issues[0]?.message);
    if (parsed.success) mail.mutate(parsed.data);
  };
  if (mail.isSuccess) {
    return <MailSent email={mail.variables} sandbox={sandbox} onAgain={() => mail.reset()} />;
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label="E-mail address" error={mistake}>
        {(control) => (
          <Input
            {...control}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="you@example.com"
            value={email}
            readOnly={fixed !== undefined}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={mail.isPending}
        className="mt-1 h-11 w-full"
      >
        {mail.isPending ? <Spinner /> : <Mail aria-hidden="true" className="size-4" />}
        {mail.isPending ? "Sending the link…" : "Mail me a link"}
      </Button>
      {mail.error !== null && (
        <SignInProblemNote problem={explainSignInError(mail.error)} className="mt-3" />
      )}
    </form>
  );
}

function MailSent({
  email,
  sandbox,
  onAgain,
}: {
  email: string;
  sandbox: boolean;
  onAgain: () => void;
}) {
  return (
    <div role="status" className="text-sm">
      <p className="flex items-center gap-2 font-semibold text-base">
        <Mail aria-hidden="true" className="size-4.5 text-accent-text" />
        The link is on its way
      </p>
      <p className="mt-2 break-words text-muted">
        To <bdi className="text-ink">{email}</bdi>. Open it in this browser within 15 minutes; it
        works once.
      </p>
      {sandbox && (
        <p className="mt-3 rounded-control bg-sea px-3 py-2.5 text-sea-text">
          This sandbox sends no mail.{" "}
          <a href="/outbox" className="font-medium underline underline-offset-4">
            Open the outbox
          </a>{" "}
          and follow the link there.
        </p>
      )}
      <Button variant="ghost" size="small" className="-ml-2 mt-3 px-2" onClick={onAgain}>
        Send it again, or to another address
      </Button>
    </div>
  );
}
