"use client";

import { Mail } from "lucide-react";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { requestMail } from "@/lib/web/account/auth-client";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { pendingMail } from "@/lib/web/account/pending-mail";
import { EmailCode } from "./email-code";
import type { SignInMethodProps } from "./sign-in-method-props";
import { SignInProblemNote } from "./sign-in-problem-note";

const none = () => null;

/** Sends a sign-in email with a code and a link, then shows the code input. */
export function EmailSignIn({
  returnTo,
  before,
  linkTo = null,
  mailbox,
  fixed,
}: SignInMethodProps & {
  /** Whether the email appears on `/outbox`. */
  mailbox: boolean;
  /** Restricts the sign-in to these addresses, the preferred one first. */
  fixed?: readonly string[];
}) {
  const [email, setEmail] = useState(fixed?.[0] ?? "");
  const [issue, setIssue] = useState<string | undefined>(undefined);
  const pending = useSyncExternalStore(pendingMail.subscribe, pendingMail.read, none);
  const mail = useSoleMutation({
    mutationFn: async (address: string) => {
      await before?.("email", address);
      return requestMail(address, returnTo);
    },
    onSuccess: (state, address) => pendingMail.write({ email: address, state, linkTo }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = IDENTITY_RULES.email.safeParse(email);
    setIssue(parsed.error?.issues[0]?.message);
    if (parsed.success) mail.mutate(parsed.data);
  };
  // A code of another purpose would switch accounts instead of adding the address to this one.
  const isContinued = pending?.linkTo === linkTo;
  if (pending !== null && isContinued && (fixed === undefined || fixed.includes(pending.email))) {
    const again = () => {
      mail.reset();
      pendingMail.write(null);
    };
    return <EmailCode pending={pending} before={before} mailbox={mailbox} onAgain={again} />;
  }
  return (
    <form noValidate onSubmit={submit}>
      <EmailField
        email={email}
        issue={issue}
        fixed={fixed}
        onChange={(text) => {
          setEmail(text);
          setIssue(undefined);
        }}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={mail.isPending}
        className="mt-1 h-11 w-full"
      >
        {mail.isPending ? <Spinner /> : <Mail aria-hidden="true" className="size-4" />}
        {mail.isPending ? "Sending email…" : "Email me a code"}
      </Button>
      {mail.error !== null && !mail.isPending && (
        <SignInProblemNote problem={explainSignInError(mail.error)} className="mt-3" />
      )}
    </form>
  );
}

function EmailField({
  email,
  issue,
  fixed,
  onChange,
}: {
  email: string;
  issue: string | undefined;
  fixed: readonly string[] | undefined;
  onChange: (email: string) => void;
}) {
  if (fixed !== undefined && fixed.length > 1) {
    return (
      <Field label="Email address" error={issue}>
        {(control) => (
          <Select {...control} value={email} onChange={(event) => onChange(event.target.value)}>
            {fixed.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  return (
    <Field label="Email address" error={issue}>
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
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
