"use client";

import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { inPart } from "@/components/ui/part-boundary";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { tradingChoice } from "@/lib/web/trade/trading-choice";
import type { TradingOption } from "./use-trading-account";

const AccountFunds = inPart(
  dynamic(() => import("./account-funds").then((module) => module.AccountFunds), { ssr: false }),
);

type OwnAccountsProps = {
  chain: ChainSlug;
  account: TradingOption;
  options: readonly TradingOption[];
  disabled: boolean;
};

/** The user's managed wallet, and the choice between several accounts. Only for users who have them. */
export function OwnAccounts(props: OwnAccountsProps) {
  const { chain, account, options } = props;
  return (
    <>
      {account.kind === "managed" && (
        <OwnAccount chain={chain} address={account.address} isNamed={options.length === 1} />
      )}
      {options.length > 1 && <Choice {...props} />}
    </>
  );
}

/** @param props.isNamed whether nothing else on the panel names the account */
function OwnAccount({
  chain,
  address,
  isNamed,
}: {
  chain: ChainSlug;
  address: `0x${string}`;
  isNamed: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2 text-muted text-xs">
      {isNamed && (
        <span>
          Your account <span className="font-mono">{shortenAddress(address)}</span>
        </span>
      )}
      <PlainButton
        className="min-h-6 text-accent-text underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        Deposit or withdraw
      </PlainButton>
      {isOpen && <AccountFunds chain={chain} address={address} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Choice({ account, options, disabled }: OwnAccountsProps) {
  const id = useId();
  const usual = options.filter(({ kind }) => kind !== "burner");
  const burners = options.filter(({ kind }) => kind === "burner");
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted text-xs">
        Trade with
      </label>
      <Select
        id={id}
        value={account.address}
        disabled={disabled}
        onChange={({ target }) => tradingChoice.write(target.value)}
      >
        {usual.map((option) => (
          <Option key={option.address} option={option} />
        ))}
        {burners.length > 0 && (
          <optgroup label="Developer tools">
            {burners.map((option) => (
              <Option key={option.address} option={option} />
            ))}
          </optgroup>
        )}
      </Select>
    </div>
  );
}

function Option({ option }: { option: TradingOption }) {
  const name =
    option.kind === "managed" ? "Your account" : option.kind === "wallet" ? option.name : "Burner";
  return (
    <option value={option.address}>
      {name} {shortenAddress(option.address)}
    </option>
  );
}
