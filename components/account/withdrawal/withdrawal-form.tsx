"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { isStepUp } from "@/components/account/sign-in/step-up";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { CHAINS, type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { pendingWithdrawal, type WithdrawalDraft } from "@/lib/web/account/pending-withdrawal";
import { userMessage } from "@/lib/web/user-message";
import {
  type CheckedWithdrawal,
  checkWithdrawal,
  findIssues,
  type Issues,
  issuesOf,
  tidyAmount,
} from "./check-withdrawal";

type WithdrawalFormProps = {
  own: AccountAnswer;
  earnings: EarningsAnswer;
  draft: WithdrawalDraft;
  onChecked: (checked: CheckedWithdrawal) => void;
};

/** Target address and amount; validates everything before the next step. */
export function WithdrawalForm({ own, earnings, draft, onChecked }: WithdrawalFormProps) {
  const [issues, setIssues] = useState<Issues>({});
  const toField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const check = useSoleMutation({
    mutationFn: () => checkWithdrawal(draft),
    onSuccess: onChecked,
    onError: (error) => setIssues(issuesOf(error)),
  });
  const change = (changes: Partial<WithdrawalDraft>) => {
    pendingWithdrawal.write({ ...draft, ...changes });
    setIssues({});
    check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.isPending) return;
    const found = findIssues(draft);
    setIssues(found);
    if (found.to === undefined && found.amount === undefined) return check.mutate(undefined);
    const wrong = found.to === undefined ? amountField : toField;
    wrong.current?.focus();
  };
  const chains = earnings.wallets.find(({ address }) => address === draft.wallet)?.chains ?? [];
  const balance = chains.find(({ chain }) => chain === draft.chain)?.balance ?? null;
  const { error } = check;
  if (isStepUp(error)) {
    return <Reauthenticate own={own} reason="A withdrawal" isInputStored />;
  }
  const isNamed = issues.to !== undefined || issues.amount !== undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <ChainField chain={draft.chain} chains={chains.map(({ chain }) => chain)} onChange={change} />
      <TargetField draft={draft} error={issues.to} inputRef={toField} onChange={change} />
      <AmountField
        draft={draft}
        balance={balance}
        error={issues.amount}
        inputRef={amountField}
        onChange={change}
      />
      {error !== null && !isNamed && (
        <p role="alert" className="text-danger text-sm">
          {userMessage(error)}. Nothing was sent. Try again.
        </p>
      )}
      <SubmitButton isChecking={check.isPending} />
    </form>
  );
}

function SubmitButton({ isChecking }: { isChecking: boolean }) {
  return (
    <Button type="submit" variant="primary" className="mt-1 h-11" disabled={isChecking}>
      {isChecking && <Spinner />}
      {isChecking ? "Checking…" : "Review"}
    </Button>
  );
}

type Change = (changes: Partial<WithdrawalDraft>) => void;

function ChainField({
  chain: chosen,
  chains,
  onChange,
}: {
  chain: ChainSlug;
  chains: readonly ChainSlug[];
  onChange: Change;
}) {
  return (
    <Field label="Chain">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={({ target }) => isChainSlug(target.value) && onChange({ chain: target.value })}
        >
          {chains.map((chain) => (
            <option key={chain} value={chain}>
              {CHAINS[chain].name}
              {CHAINS[chain].network === "testnet" ? " (testnet)" : ""}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type TextFieldProps = {
  draft: WithdrawalDraft;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: Change;
};

function TargetField({ draft, error, inputRef, onChange }: TextFieldProps) {
  return (
    <Field
      label="To address"
      error={error}
      hint={`Your wallet on ${CHAINS[draft.chain].name}. Funds sent to a wrong address are lost.`}
    >
      {(control) => (
        <Input
          {...control}
          ref={inputRef}
          value={draft.to}
          placeholder="0x…"
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono sm:text-xs"
          onChange={({ target }) => onChange({ to: target.value })}
          onBlur={() => {
            const to = cleanIdentityInput("wallet", draft.to);
            if (to !== draft.to) onChange({ to });
          }}
        />
      )}
    </Field>
  );
}

function AmountField({
  draft,
  error,
  inputRef,
  onChange,
  balance,
}: TextFieldProps & { balance: string | null }) {
  return (
    <Field
      label="Amount"
      error={error}
      hint={
        draft.amount === "max"
          ? "Full balance minus gas. The next step shows the amount."
          : "Gas is paid from the remaining balance."
      }
      aside={
        balance === null ? (
          "Balance unavailable"
        ) : (
          <>
            Balance <Amount value={balance} unit="ETH" />
          </>
        )
      }
    >
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            ref={inputRef}
            value={draft.amount}
            inputMode="decimal"
            placeholder="0.0"
            className="nums pr-28"
            onChange={({ target }) => onChange({ amount: target.value })}
            onBlur={() => {
              const plain = tidyAmount(draft.amount);
              if (plain !== draft.amount) onChange({ amount: plain });
            }}
          />
          <span className="-translate-y-1/2 absolute top-1/2 right-1.5 flex items-center gap-2 text-faint text-sm">
            ETH
            <Button size="small" onClick={() => onChange({ amount: "max" })}>
              Max
            </Button>
          </span>
        </span>
      )}
    </Field>
  );
}
