"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, PlainButton } from "@/components/ui/button";
import { inPart } from "@/components/ui/part-boundary";
import { useFaucet } from "@/components/wallet/use-faucet";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TradingAccount } from "../../wallet/use-account";
import type { TradingOption } from "./use-trading-account";

const OwnAccounts = inPart(
  dynamic(() => import("./own-accounts").then((module) => module.OwnAccounts), {
    ssr: false,
  }),
);
const SignInDialog = inPart(
  dynamic(() => import("./sign-in-dialog").then((module) => module.SignInDialog), { ssr: false }),
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
      {account.status === "present" && (account.kind === "managed" || options.length > 1) && (
        <OwnAccounts {...props} account={account} />
      )}
      {canSignIn && account.status !== "loading" && <SignInOffer {...props} />}
      {account.status === "absent" && account.sandbox && canSignIn && <BurnerOffer chain={chain} />}
    </div>
  );
}

/** On a sandbox chain the main button signs in if there is no account. */
function SignInOffer({ account }: AccountChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  if (account.status === "absent" && account.sandbox) return null;
  return (
    <div className="text-center text-xs">
      <PlainButton
        className="min-h-6 text-accent-text underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        Trade with your account
      </PlainButton>
      {isOpen && <SignInDialog onClose={() => setOpen(false)} />}
    </div>
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
