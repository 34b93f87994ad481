"use client";

import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { Button, PlainButton } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { useFaucet } from "@/components/wallet/use-faucet";
import type { ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { tradingChoice } from "@/lib/web/trade/trading-choice";
import type { TradingAccount } from "../../wallet/use-account";
import type { TradingOption } from "./use-trading-account";

const AccountFunds = dynamic(
  () => import("./account-funds").then((module) => module.AccountFunds),
  {
    ssr: false,
  },
);
const SignInDialog = dynamic(
  () => import("./sign-in-dialog").then((module) => module.SignInDialog),
  { ssr: false },
);

type AccountChoiceProps = {
  chain: ChainSlug;
  account: TradingAccount;
  options: readonly TradingOption[];
  canSignIn: boolean;
  disabled: boolean;
};

/** Selects the account that trades, if there are several, and offers to add one. */
export function AccountChoice(props: AccountChoiceProps) {
  const { chain, account, options, canSignIn } = props;
  return (
    <div className="mt-2.5 grid gap-2">
      {account.status === "present" && account.kind === "managed" && (
        <OwnAccount chain={chain} address={account.address} isNamed={options.length === 1} />
      )}
      {account.status === "present" && options.length > 1 && (
        <Choice {...props} account={account} />
      )}
      {canSignIn && account.status !== "loading" && <SignInOffer {...props} />}
      {account.status === "absent" && account.sandbox && canSignIn && <BurnerOffer chain={chain} />}
    </div>
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
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted text-xs">
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
    </p>
  );
}

function Choice({ account, options, disabled }: AccountChoiceProps & { account: TradingOption }) {
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

/** On a sandbox chain the main button signs in if there is no account. */
function SignInOffer({ account }: AccountChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  if (account.status === "absent" && account.sandbox) return null;
  return (
    <p className="text-center text-xs">
      <PlainButton
        className="min-h-6 text-accent-text underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        Trade with your account
      </PlainButton>
      {isOpen && <SignInDialog onClose={() => setOpen(false)} />}
    </p>
  );
}

function BurnerOffer({ chain }: { chain: ChainSlug }) {
  const faucet = useFaucet(chain);
  return (
    <section aria-label="Developer tools" className="border-t pt-3 text-center">
      <p className="text-faint text-xs">Developer tools</p>
      <Button
        variant="ghost"
        size="small"
        className="mt-1"
        disabled={faucet.isPending}
        onClick={() => faucet.mutate(null)}
      >
        {faucet.isPending ? "Requesting test ETH…" : "Create a burner account"}
      </Button>
      {faucet.isError && (
        <p role="alert" className="mt-1 text-danger text-xs">
          {faucet.error.message}
        </p>
      )}
    </section>
  );
}
