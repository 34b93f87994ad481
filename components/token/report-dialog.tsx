"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select, Textarea } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import {
  MODERATION_REASONS,
  REASON_LABELS,
  TARGET_KINDS,
  type TargetKind,
} from "@/lib/features/moderation/rules/moderation";
import { appealRequest, reportRequest } from "@/lib/features/moderation/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { sendAppeal, sendReport } from "@/lib/web/report-content";
import { tokenVideoQuery } from "@/lib/web/token-queries";

const KIND_LABELS = {
  token: "The token",
  picture: "Its picture",
  video: "Its video",
  creator: "Its creator",
} as const satisfies Record<TargetKind, string>;

type Fields = Record<string, string | undefined>;
type Props = { chain: ChainSlug; token: TokenBasicDetails; onClose: () => void };
/** What decisions about a token's page can be about. */
export type AppealKind = Exclude<TargetKind, "creator">;

/** A report to the moderators of this launchpad. */
export function ReportDialog({ chain, token, onClose }: Props) {
  const { data: media } = useQuery(tokenVideoQuery(chain, token.tokenAddress));
  const missing: TargetKind[] = [
    ...(token.image === null ? (["picture"] as const) : []),
    ...(media?.video ? [] : (["video"] as const)),
  ];
  const kinds = TARGET_KINDS.filter((kind) => !missing.includes(kind));
  const [values, setValues] = useState({ kind: "token", reason: "", details: "", email: "" });
  const [problems, setProblems] = useState<Fields>({});
  const { mutate, isPending, data, error } = useSoleMutation({ mutationFn: sendReport });
  const set = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, chain, tokenAddress: token.tokenAddress };
    const parsed = reportRequest.safeParse(body);
    const reason = values.reason === "" ? { reason: "is required" } : {};
    setProblems({ ...problemsOf(parsed.error?.issues), ...reason });
    if (parsed.success) mutate(parsed.data);
  };
  if (data !== undefined) {
    return <Sent title="Report" isRepeated={data} what="report" onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Report"
      description="The moderators of this launchpad read it. Nothing on the chain changes."
    >
      <form onSubmit={submit} noValidate className="grid gap-2">
        <Field label="What" error={problems.kind}>
          {(control) => (
            <Select
              {...control}
              value={values.kind}
              onChange={(event) => set("kind", event.target.value)}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {KIND_LABELS[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Reason" error={problems.reason}>
          {(control) => (
            <Select
              {...control}
              value={values.reason}
              onChange={(event) => set("reason", event.target.value)}
            >
              <option value="">Choose a reason</option>
              {MODERATION_REASONS.map((reason) => (
                <option key={reason} value={reason}>
                  {REASON_LABELS[reason]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Details" optional error={problems.details}>
          {(control) => (
            <Textarea
              {...control}
              value={values.details}
              maxLength={1_000}
              onChange={(event) => set("details", event.target.value)}
            />
          )}
        </Field>
        <EmailField
          value={values.email}
          error={problems.email}
          onChange={(email) => set("email", email)}
        />
        <Buttons verb="Send report" error={error} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** An appeal of a creator against the decision about a token. */
export function AppealDialog({ chain, token, kind, onClose }: Props & { kind: AppealKind }) {
  const [values, setValues] = useState({ details: "", email: "" });
  const [problems, setProblems] = useState<Fields>({});
  const { mutate, isPending, data, error } = useSoleMutation({ mutationFn: sendAppeal });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, kind, chain, tokenAddress: token.tokenAddress };
    const parsed = appealRequest.safeParse(body);
    setProblems(problemsOf(parsed.error?.issues));
    if (parsed.success) mutate(parsed.data);
  };
  if (data !== undefined) {
    return <Sent title="Appeal" isRepeated={data} what="appeal" onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Appeal"
      description="Sign in with the wallet that created the token, so that the moderators know it is yours."
    >
      <form onSubmit={submit} noValidate className="grid gap-2">
        <Field label="Why the decision is wrong" error={problems.details}>
          {(control) => (
            <Textarea
              {...control}
              value={values.details}
              maxLength={2_000}
              onChange={(event) => setValues({ ...values, details: event.target.value })}
            />
          )}
        </Field>
        <EmailField
          value={values.email}
          error={problems.email}
          onChange={(email) => setValues({ ...values, email })}
        />
        <Buttons verb="Send appeal" error={error} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function problemsOf(
  issues: readonly { path: PropertyKey[]; message: string }[] | undefined,
): Fields {
  return Object.fromEntries(
    (issues ?? []).map(({ path, message }) => [String(path[0] ?? ""), message]),
  );
}

function EmailField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label="Email" optional hint="Only if you want an answer." error={error}>
      {(control) => (
        <Input
          {...control}
          type="email"
          autoComplete="email"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Buttons({
  verb,
  error,
  isPending,
  onClose,
}: {
  verb: string;
  error: Error | null;
  isPending: boolean;
  onClose: () => void;
}) {
  return (
    <>
      {error !== null && (
        <p role="alert" className="text-danger text-sm">
          {error.message}
        </p>
      )}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isPending}>
          {isPending && <Spinner />}
          {verb}
        </Button>
      </div>
    </>
  );
}

function Sent({
  title,
  isRepeated,
  what,
  onClose,
}: {
  title: string;
  isRepeated: boolean;
  what: string;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <p role="status" className="text-sm">
        {isRepeated
          ? `You have already sent this ${what}. It counts once.`
          : `Thank you. The moderators have received your ${what}.`}
      </p>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
