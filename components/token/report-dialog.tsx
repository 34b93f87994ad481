"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Select } from "@/components/ui/input";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { TARGET_KINDS, type TargetKind } from "@/lib/features/moderation/rules/moderation";
import { REPORT_LENGTH_MAX, reportRequest } from "@/lib/features/moderation/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { sendReport } from "@/lib/web/token/report-content";
import { tokenVideoQuery } from "@/lib/web/token/token-queries";
import { ReasonSelect } from "./reason-select";
import {
  Buttons,
  DetailsField,
  EmailField,
  type Fields,
  problemsOf,
  SendDialog,
  showProblems,
} from "./send-dialog";

const KIND_LABELS = {
  token: "The token",
  picture: "Its image",
  video: "Its video",
  creator: "Its creator",
} as const satisfies Record<TargetKind, string>;

export type ReportedToken = Pick<TokenBasicDetails, "tokenAddress" | "image">;
type Props = { chain: ChainSlug; token: ReportedToken; onClose: () => void };
/** A report to the moderators of this launchpad. */
export function ReportDialog({ chain, token, onClose }: Props) {
  const { dataChains } = useSiteFacts();
  const { data: media } = useQuery({
    ...tokenVideoQuery(chain, token.tokenAddress),
    enabled: dataChains.includes(chain),
  });
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
            <ReasonSelect
              {...control}
              value={values.reason}
              onChange={(event) => set("reason", event.target.value)}
            />
          )}
        </Field>
        <DetailsField
          label="Details"
          optional
          value={values.details}
          lengthMax={REPORT_LENGTH_MAX}
          error={problems.details}
          onChange={(details) => set("details", details)}
        />
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
