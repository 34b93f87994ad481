"use client";

import { type FormEvent, useState } from "react";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { APPEAL_LENGTH_MAX, creatorAppeal, tokenAppeal } from "@/lib/features/moderation/schema";
import { type AppealTarget, sendAppeal } from "@/lib/web/token/report-content";
import {
  Buttons,
  DetailsField,
  EmailField,
  type Fields,
  problemsOf,
  SendDialog,
  showProblems,
} from "./send-dialog";

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
        <DetailsField
          label="Why the decision is wrong"
          value={values.details}
          lengthMax={APPEAL_LENGTH_MAX}
          error={problems.details}
          onChange={(details) => set("details", details)}
        />
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
