"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select, Textarea } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import {
  MODERATION_REASONS,
  REASON_LABELS,
  TARGET_KINDS,
  type TargetKind,
} from "@/lib/features/moderation/rules/moderation";
import {
  APPEAL_LENGTH_MAX,
  creatorAppeal,
  REPORT_LENGTH_MAX,
  reportRequest,
  tokenAppeal,
} from "@/lib/features/moderation/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { codePointLength } from "@/lib/shared/text/text";
import { type AppealTarget, sendAppeal, sendReport } from "@/lib/web/token/report-content";
import { tokenVideoQuery } from "@/lib/web/token/token-queries";

const KIND_LABELS = {
  token: "The token",
  picture: "Its image",
  video: "Its video",
  creator: "Its creator",
} as const satisfies Record<TargetKind, string>;

type Fields = Record<string, string | undefined>;
type Props = { chain: ChainSlug; token: TokenBasicDetails; onClose: () => void };
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
  const { mutate, isPending, data, error } = useSoleMutation({
    mutationFn: sendReport,
    // Fail at once while offline, instead of waiting behind the offline notice.
    networkMode: "always",
  });
  const set = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...values, chain, tokenAddress: token.tokenAddress };
    const parsed = reportRequest.safeParse(body);
    const reason = values.reason === "" ? { reason: "is required" } : {};
    showProblems(event, () => setProblems({ ...problemsOf(parsed.error?.issues), ...reason }));
    if (parsed.success) mutate(parsed.data);
  };
  return (
    <SendDialog
      what="Report"
      isRepeated={data}
      onClose={onClose}
      description="The moderators of this launchpad review it. Nothing changes on chain."
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
        <Field
          label="Details"
          optional
          aside={countOf(values.details, REPORT_LENGTH_MAX)}
          error={problems.details}
        >
          {(control) => (
            <Textarea
              {...control}
              value={values.details}
              className="max-h-48"
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
    </SendDialog>
  );
}

/** Appeals against the decision about a token, or against the block that refused a launch. */
export function AppealDialog({
  appealed,
  onClose,
}: {
  appealed: AppealTarget;
  onClose: () => void;
}) {
  const [values, setValues] = useState({ details: "", email: "" });
  const [problems, setProblems] = useState<Fields>({});
  const { mutate, isPending, data, error } = useSoleMutation({
    mutationFn: sendAppeal,
    networkMode: "always",
  });
  const isBlock = "creator" in appealed;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...appealed, ...values };
    // Not their union, whose error does not name the wrong field.
    const parsed = (isBlock ? creatorAppeal : tokenAppeal).safeParse(body);
    showProblems(event, () => setProblems(problemsOf(parsed.error?.issues)));
    if (parsed.success) mutate(parsed.data);
  };
  const set = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  return (
    <SendDialog
      what="Appeal"
      isRepeated={data}
      onClose={onClose}
      description={
        isBlock
          ? "If you sign in as the creator first, the moderators see that the appeal is yours. An open appeal counts only once."
          : "If you sign in as the creator of the token first, the moderators see that the appeal is yours."
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-2">
        <Field
          label="Why the decision is wrong"
          aside={countOf(values.details, APPEAL_LENGTH_MAX)}
          error={problems.details}
        >
          {(control) => (
            <Textarea
              {...control}
              value={values.details}
              className="max-h-48"
              onChange={(event) => set("details", event.target.value)}
            />
          )}
        </Field>
        <EmailField
          value={values.email}
          error={problems.email}
          onChange={(email) => set("email", email)}
        />
        <Buttons verb="Send appeal" error={error} isPending={isPending} onClose={onClose} />
      </form>
    </SendDialog>
  );
}

/** Renders the problems of a form and focuses the first wrong field, which may be scrolled away. */
function showProblems({ currentTarget }: FormEvent<HTMLFormElement>, render: () => void): void {
  flushSync(render);
  currentTarget.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

/** Browsers truncate a pasted text without notice, so the schema limits it instead. */
function countOf(text: string, max: number): string {
  return `${codePointLength(text.trim())} / ${max}`;
}

/** The first problem of each field. */
function problemsOf(
  issues: readonly { path: PropertyKey[]; message: string }[] | undefined,
): Fields {
  return Object.fromEntries(
    (issues ?? []).map(({ path, message }) => [String(path[0] ?? ""), message]).reverse(),
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
    <Field label="Email" optional hint="Only if you want a reply." error={error}>
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

/** One dialog for the form and its confirmation, so that focus returns to where it was opened. */
function SendDialog({
  what,
  description,
  isRepeated,
  onClose,
  children,
}: {
  what: "Report" | "Appeal";
  description: string;
  /** Undefined until it is sent. */
  isRepeated: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const name = what.toLowerCase();
  const isSent = isRepeated !== undefined;
  return (
    <Dialog open onClose={onClose} title={what} {...(isSent ? {} : { description })}>
      {isSent ? (
        <>
          <p role="status" className="text-sm">
            {isRepeated
              ? `You have already sent this ${name}. It counts once.`
              : `Thank you. The moderators have received your ${name}.`}
          </p>
          <div className="mt-4 flex justify-end">
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        children
      )}
    </Dialog>
  );
}
