"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import { Spinner } from "@/components/ui/spinner";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import type { TradeAction } from "@/lib/web/trade/run/next-action";
import { useFaucet } from "../wallet/use-faucet";

const ConnectDialog = inPart(
  dynamic(() => import("../wallet/connect-dialog").then((module) => module.ConnectDialog), {
    ssr: false,
  }),
);
const SignInDialog = inPart(
  dynamic(() => import("./account/sign-in-dialog").then((module) => module.SignInDialog), {
    ssr: false,
  }),
);
const AccountFunds = inPart(
  dynamic(() => import("./account/account-funds").then((module) => module.AccountFunds), {
    ssr: false,
  }),
);
const SwitchChain = inPart(
  dynamic(() => import("../wallet/switch-chain").then((module) => module.SwitchChain), {
    ssr: false,
  }),
);

type TradeButtonProps = {
  action: TradeAction;
  chain: ChainSlug;
  config: Config | undefined;
  address: `0x${string}` | null;
  /** Requests a new quote; only in panels that show quotes. */
  onRequote?: () => void;
  /** Accepts a quote that is worse than the one the user saw; only in panels that show quotes. */
  onAccept?: () => void;
};

/** The panel's only button. Its label is the next action or the missing input. */
export function TradeButton({
  action,
  chain,
  config,
  address,
  onRequote,
  onAccept,
}: TradeButtonProps) {
  const faucet = useFaucet(chain);
  const [connecting, setConnecting] = useState(false);
  const [shown, setShown] = useState<"sign_in" | "funds" | null>(null);
  // Connected, possibly on another chain: do not reopen the dialog after the switch.
  if (connecting && action.do !== "connect") setConnecting(false);
  if (action.do === "switch" && config !== undefined) {
    return <SwitchChain chain={chain} config={config} label={action.label} className={WIDE} />;
  }
  const isIdle = action.do === "wait" || action.do === "fix";
  const press = () => {
    if (action.do === "create_burner") faucet.mutate(null);
    else if (action.do === "connect") setConnecting(true);
    else if (action.do === "sign_in") setShown("sign_in");
    else if (action.do === "deposit") setShown("funds");
    else if (action.do === "fund" && address !== null) faucet.mutate(address);
    else if (action.do === "requote") onRequote?.();
    else if (action.do === "accept") onAccept?.();
  };
  return (
    <>
      <Button
        variant="primary"
        type={action.do === "trade" ? "submit" : "button"}
        disabled={isIdle || faucet.isPending}
        className={cn(
          WIDE,
          isIdle && "bg-raised text-muted aria-disabled:opacity-100",
          action.do === "wait" && "animate-pulse",
        )}
        {...(action.do === "trade" ? {} : { onClick: press })}
      >
        {faucet.isPending && <Spinner />}
        {faucet.isPending ? "Requesting test ETH…" : <bdi className="truncate">{action.label}</bdi>}
      </Button>
      {faucet.isError && (
        <p role="alert" className="mt-2 text-center text-danger text-xs">
          {faucet.error.message}
        </p>
      )}
      {shown === "sign_in" && <SignInDialog onClose={() => setShown(null)} />}
      {shown === "funds" && address !== null && (
        <AccountFunds chain={chain} address={address} onClose={() => setShown(null)} />
      )}
      {connecting && config !== undefined && (
        <ConnectDialog config={config} onClose={() => setConnecting(false)} />
      )}
    </>
  );
}

const WIDE = "mt-4 h-12 w-full min-w-0 text-base font-semibold";
