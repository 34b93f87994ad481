"use client";

import { TriangleAlert } from "lucide-react";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TermRow } from "@/components/ui/term-row";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { CheckedWithdrawal } from "./check-withdrawal";

const TYPED = 4;

type WithdrawalPreviewProps = {
  checked: CheckedWithdrawal;
  /** The amount depends on the gas price until the transaction is sent. */
  isEverything: boolean;
  onBack: () => void;
  onConfirm: () => void;
};

/** Withdrawal summary. The user confirms by typing the last characters of the target address. */
export function WithdrawalPreview({
  checked,
  isEverything,
  onBack,
  onConfirm,
}: WithdrawalPreviewProps) {
  const { preview, target } = checked;
  const { to, amount } = preview;
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const end = typed.trim().toLowerCase();
  const address = to.toLowerCase();
  // Accept the whole pasted address: it is compared completely.
  const isTyped = end === address.slice(-TYPED) || end === address;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped) return onConfirm();
    setRefused(true);
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit}>
      <p className="text-center font-bold text-3xl tracking-tight">
        <Amount value={amount} unit="ETH" />
      </p>
      {isEverything && (
        <p className="mt-1 text-center text-faint text-xs">
          Full balance minus gas. The gas price may still change slightly.
        </p>
      )}
      <Facts preview={preview} />
      {target === "contract" && <ContractWarning chain={preview.chain} />}
      <EndField
        value={typed}
        error={isRefused ? issueOf(end) : undefined}
        inputRef={field}
        onChange={(text) => {
          setTyped(text);
          setRefused(false);
        }}
      />
      <Buttons isEverything={isEverything} amount={amount} onBack={onBack} />
    </form>
  );
}

function Buttons({
  isEverything,
  amount,
  onBack,
}: Pick<WithdrawalPreviewProps, "isEverything" | "onBack"> & { amount: string }) {
  return (
    <div className="mt-2 flex gap-2">
      <Button className="h-11" onClick={onBack}>
        Back
      </Button>
      <Button type="submit" variant="primary" className="h-11 flex-1">
        {isEverything ? "Send everything" : `Send ${formatDecimal(amount)} ETH`}
      </Button>
    </div>
  );
}

function EndField({
  value,
  error,
  inputRef,
  onChange,
}: {
  value: string;
  error: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (text: string) => void;
}) {
  return (
    <Field
      label={`Last ${TYPED} characters of the address`}
      hint="Compare with the address in your wallet."
      error={error}
      className="mt-4"
    >
      {(control) => (
        <Input
          {...control}
          ref={inputRef}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          className="font-mono"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function Facts({ preview }: { preview: CheckedWithdrawal["preview"] }) {
  const { chain, wallet, to, feeAtMost } = preview;
  return (
    <dl className="mt-4 grid gap-2.5 text-sm">
      <TermRow title="Chain">{CHAINS[chain].name}</TermRow>
      <TermRow title="From">
        <span className="font-mono text-xs" title={wallet}>
          {shortenAddress(wallet)}
        </span>
      </TermRow>
      <div>
        <dt className="text-faint">To</dt>
        <dd className="wrap-anywhere mt-1 rounded-control bg-raised px-3 py-2.5 font-mono text-sm leading-relaxed">
          {to.slice(0, 6)}
          <span className="text-muted">{to.slice(6, -TYPED)}</span>
          <strong className="text-accent-text">{to.slice(-TYPED)}</strong>
        </dd>
      </div>
      <TermRow title="Max gas fee">
        <Amount value={feeAtMost} unit="ETH" />
      </TermRow>
    </dl>
  );
}

function ContractWarning({ chain }: { chain: ChainSlug }) {
  return (
    <p className="mt-4 flex gap-2 rounded-control bg-raised p-3 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span>
        This address is a contract. Send only if it is your smart wallet on {CHAINS[chain].name}.
        Other contracts may lock the funds permanently.
      </span>
    </p>
  );
}

function issueOf(end: string): string {
  return end === ""
    ? `Type the last ${TYPED} characters of the address above.`
    : `These are not the last ${TYPED} characters of the address above. Check the address.`;
}
