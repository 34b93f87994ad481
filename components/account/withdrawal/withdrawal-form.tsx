"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { getAddress, isAddress } from "viem";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { isStepUp } from "@/components/account/sign-in/step-up";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { validateIdentity } from "@/components/recipients/recipient-rules";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { withdrawFunds } from "@/lib/features/fees/operations";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { type WithdrawAnswer, withdrawRequest } from "@/lib/features/fees/schema/wallet-actions";
import { amountText, parseAmount } from "@/lib/features/trade/rules/amounts";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { CHAINS, type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { explainNumber, readNumber } from "@/lib/shared/text/number-text";
import { inspectTarget, type TargetKind } from "@/lib/web/account/inspect-target";
import {
  amountRules,
  pendingWithdrawal,
  type WithdrawalDraft,
} from "@/lib/web/account/pending-withdrawal";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { chainReader } from "@/lib/web/trade/chain-reader";
import { userMessage } from "@/lib/web/user-message";

const TIMEOUT_MS = 30_000;

/** Withdrawal preview of a draft, with what is deployed at the target address. */
export type CheckedWithdrawal = {
  draft: WithdrawalDraft;
  preview: WithdrawAnswer;
  target: TargetKind;
};

type Issues = { to?: string | undefined; amount?: string | undefined };

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

/** Validation error from the chain, with its field. */
class FieldIssue extends Error {
  readonly field: keyof Issues;

  constructor(field: keyof Issues, message: string) {
    super(message);
    this.field = field;
  }
}

async function checkWithdrawal(draft: WithdrawalDraft): Promise<CheckedWithdrawal> {
  const { chain, wallet, to, amount } = draft;
  const address = getAddress(cleanIdentityInput("wallet", to));
  const target = await inspectTarget(chainReader(chain), address).catch((cause: unknown) => {
    throw new Error(`${CHAINS[chain].name} can’t be reached`, { cause });
  });
  if (target === "token") {
    throw new FieldIssue("to", "This is a token contract. ETH sent to it is lost.");
  }
  const body = { chain, wallet, to: address, amount: readAmount(amount) };
  const preview = await call(withdrawFunds, { body }, { timeoutMs: TIMEOUT_MS });
  return { draft, preview, target };
}

/** Client-side validation with the API's schema. */
function findIssues({ chain, wallet, to, amount }: WithdrawalDraft): Issues {
  const recipient = cleanIdentityInput("wallet", to);
  const parsed = withdrawRequest.safeParse({
    chain,
    wallet,
    to: recipient,
    amount: readAmount(amount),
  });
  const of = (field: keyof Issues) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const issues: Issues = {
    to: of("to") === undefined ? undefined : (validateIdentity("wallet", to) ?? of("to")),
    amount: amountIssue(amount, of("amount")),
  };
  if (isAddress(recipient, { strict: false }) && recipient.toLowerCase() === wallet.toLowerCase()) {
    issues.to = "This is the managed wallet itself. Enter another wallet.";
  }
  return issues;
}

function amountIssue(amount: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return explainNumber(amount, amountRules(), "0.25") ?? "must be greater than 0";
}

/** Parses a decimal or `max`; returns invalid input unchanged for the schema to reject. */
function readAmount(amount: string): string {
  const text = amount.trim().toLowerCase();
  return text === "max" ? text : (readNumber(text, amountRules()).value ?? text);
}

/** Normalizes an amount; returns invalid input unchanged. */
function tidyAmount(text: string): string {
  const amount = parseAmount(text, decimalMark());
  return amount === null ? text : amountText(amount, decimalMark());
}

function issuesOf(error: unknown): Issues {
  if (error instanceof FieldIssue) return { [error.field]: error.message };
  if (!(error instanceof ApiError)) return {};
  const of = (field: keyof Issues) => error.details.find(({ path }) => path === field)?.message;
  return { to: of("to"), amount: of("amount")?.replace(LONG_FRACTION, "$1") };
}

/** The maximum amount, rounded down to six decimals. */
const LONG_FRACTION = /(\d\.\d{6})\d+/g;
