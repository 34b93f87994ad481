"use client";

import { Mail } from "lucide-react";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { requestMail } from "@/lib/web/account/auth-client";
import { explainSignInError } from "@/lib/web/account/explain-sign-in-error";
import { pendingMail } from "@/lib/web/account/pending-mail";
import { EmailCode } from "./email-code";
import { SignInProblemNote } from "./sign-in-problem-note";
import type { SignInWayProps } from "./sign-in-way";

const none = () => null;

/** Asks for an address and has a code and a link mailed there; then asks for the code. */
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
  const pending = useSyncExternalStore(pendingMail.subscribe, pendingMail.read, none);
  const mail = useSoleMutation({
    mutationFn: async (address: string) => {
      await before?.("email", address);
      return requestMail(address, returnTo);
    },
    onSuccess: (state, address) => pendingMail.write({ email: address, state }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = IDENTITY_RULES.email.safeParse(email);
    setMistake(parsed.error?.issues[0]?.message);
    if (parsed.success) mail.mutate(parsed.data);
  };
  if (pending !== null && (fixed === undefined || pending.email === fixed)) {
    const again = () => {
      mail.reset();
      pendingMail.write(null);
    };
    return <EmailCode pending={pending} sandbox={sandbox} onAgain={again} />;
  }
  return (
    <form noValidate onSubmit={submit}>
      <EmailField
        email={email}
        mistake={mistake}
        isFixed={fixed !== undefined}
        onChange={(text) => {
          setEmail(text);
          setMistake(undefined);
        }}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={mail.isPending}
        className="mt-1 h-11 w-full"
      >
        {mail.isPending ? <Spinner /> : <Mail aria-hidden="true" className="size-4" />}
        {mail.isPending ? "Sending the mail…" : "Mail me a link"}
      </Button>
      {mail.error !== null && !mail.isPending && (
        <SignInProblemNote problem={explainSignInError(mail.error)} className="mt-3" />
      )}
    </form>
  );
}

function EmailField({
  email,
  mistake,
  isFixed,
  onChange,
}: {
  email: string;
  mistake: string | undefined;
  isFixed: boolean;
  onChange: (email: string) => void;
}) {
  return (
    <Field label="Email address" error={mistake}>
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
          readOnly={isFixed}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
