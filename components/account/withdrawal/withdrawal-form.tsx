"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { getAddress, isAddress } from "viem";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { validateIdentity } from "@/components/launch/recipients/recipient-rules";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Input, Select } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { CHAINS, type ChainSlug, isChainSlug } from "@/lib/domain/chains";
import { explainNumber, type NumberRules, readNumber } from "@/lib/domain/number-text";
import { amountText, parseAmount } from "@/lib/domain/trade/amounts";
import { withdrawFunds } from "@/lib/operations/account";
import {
  type AccountAnswer,
  type EarningsAnswer,
  type WithdrawAnswer,
  withdrawRequest,
} from "@/lib/schemas/account";
import { inspectTarget, type TargetKind } from "@/lib/web/account/inspect-target";
import { pendingWithdrawal, type WithdrawalDraft } from "@/lib/web/account/pending-withdrawal";
import { decimalMark } from "@/lib/web/format-decimal";
import { chainReader } from "@/lib/web/trade/chain-reader";

const TIMEOUT_MS = 30_000;

/** What would be sent, and what stands at the address that it goes to. */
export type CheckedWithdrawal = { preview: WithdrawAnswer; target: TargetKind };

type Mistakes = { to?: string | undefined; amount?: string | undefined };

type WithdrawalFormProps = {
  own: AccountAnswer;
  earnings: EarningsAnswer;
  draft: WithdrawalDraft;
  onChecked: (checked: CheckedWithdrawal) => void;
};

/** Where to and how much; everything is checked before the next step. */
export function WithdrawalForm({ own, earnings, draft, onChecked }: WithdrawalFormProps) {
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const toField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const check = useSoleMutation({
    mutationFn: () => checkWithdrawal(draft),
    onSuccess: onChecked,
    onError: (error) => setMistakes(mistakesOf(error)),
  });
  const change = (changes: Partial<WithdrawalDraft>) => {
    pendingWithdrawal.write({ ...draft, ...changes });
    setMistakes({});
    check.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.isPending) return;
    const found = findMistakes(draft);
    setMistakes(found);
    if (found.to === undefined && found.amount === undefined) return check.mutate(undefined);
    const wrong = found.to === undefined ? amountField : toField;
    wrong.current?.focus();
  };
  const chains = earnings.wallets.find(({ address }) => address === draft.wallet)?.chains ?? [];
  const balance = chains.find(({ chain }) => chain === draft.chain)?.balance ?? null;
  const { error } = check;
  if (error instanceof ApiError && error.code === "reauthentication_required") {
    return <Reauthenticate own={own} reason="A withdrawal" />;
  }
  const isNamed = mistakes.to !== undefined || mistakes.amount !== undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <ChainField chain={draft.chain} chains={chains.map(({ chain }) => chain)} onChange={change} />
      <TargetField draft={draft} error={mistakes.to} inputRef={toField} onChange={change} />
      <AmountField
        draft={draft}
        balance={balance}
        error={mistakes.amount}
        inputRef={amountField}
        onChange={change}
      />
      {error !== null && !isNamed && (
        <p role="alert" className="text-danger text-sm">
          {error.message}. Nothing was sent; try again.
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
      hint={`A wallet of your own on ${CHAINS[draft.chain].name}. Nobody can bring back what goes to a wrong address.`}
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
          onBlur={() => draft.to !== draft.to.trim() && onChange({ to: draft.to.trim() })}
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
          ? "Everything that the gas leaves; the next step shows how much."
          : "The wallet pays its gas from the rest."
      }
      aside={
        balance === null ? (
          "not reachable"
        ) : (
          <>
            has <Amount value={balance} unit="ETH" />
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

/** A mistake that the chain knows of, under the field that it concerns. */
class FieldMistake extends Error {
  readonly field: keyof Mistakes;

  constructor(field: keyof Mistakes, message: string) {
    super(message);
    this.field = field;
  }
}

async function checkWithdrawal({
  chain,
  wallet,
  to,
  amount,
}: WithdrawalDraft): Promise<CheckedWithdrawal> {
  const address = getAddress(to.trim());
  const target = await inspectTarget(chainReader(chain), address).catch((cause: unknown) => {
    throw new Error(`${CHAINS[chain].name} can’t be reached`, { cause });
  });
  if (target === "token") {
    throw new FieldMistake("to", "This is a token’s contract: ETH that is sent there is lost.");
  }
  const body = { chain, wallet, to: address, amount: readAmount(amount) };
  const preview = await call(withdrawFunds, { body }, { timeoutMs: TIMEOUT_MS });
  return { preview, target };
}

/** What can be told without asking anybody; the rules are the interface's own. */
function findMistakes({ chain, wallet, to, amount }: WithdrawalDraft): Mistakes {
  const parsed = withdrawRequest.safeParse({
    chain,
    wallet,
    to: to.trim(),
    amount: readAmount(amount),
  });
  const of = (field: keyof Mistakes) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const mistakes: Mistakes = {
    to: of("to") === undefined ? undefined : (validateIdentity("wallet", to) ?? of("to")),
    amount: amountMistake(amount, of("amount")),
  };
  if (isAddress(to.trim(), { strict: false }) && to.trim().toLowerCase() === wallet.toLowerCase()) {
    mistakes.to = "This is the managed wallet itself. Use a wallet of your own.";
  }
  return mistakes;
}

function amountMistake(amount: string, message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  return explainNumber(amount, amountRules(), "0.25") ?? "must be above zero";
}

/** A plain decimal or `max`; what is neither stays as it was typed, to be refused. */
function readAmount(amount: string): string {
  const text = amount.trim().toLowerCase();
  return text === "max" ? text : (readNumber(text, amountRules()).value ?? text);
}

/** What was understood of an amount; what was not stays as it was typed. */
function tidyAmount(text: string): string {
  const amount = parseAmount(text, decimalMark());
  return amount === null ? text : amountText(amount, decimalMark());
}

function amountRules(): NumberRules {
  return { decimals: 18, units: ["ETH"], mark: decimalMark() };
}

function mistakesOf(error: unknown): Mistakes {
  if (error instanceof FieldMistake) return { [error.field]: error.message };
  if (!(error instanceof ApiError)) return {};
  const of = (field: keyof Mistakes) =>
    error.details.find(({ path }) => path === field)?.message ??
    (error.message.startsWith(`${field}: `) ? error.message.slice(field.length + 2) : undefined);
  return { to: of("to"), amount: of("amount")?.replace(LONG_FRACTION, "$1") };
}

/** What can be sent at most is said to six decimals, rounded down. */
const LONG_FRACTION = /(\d\.\d{6})\d+/g;
