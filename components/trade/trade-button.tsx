"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { ChainSlug } from "@/lib/domain/chains";
import type { Config } from "@/lib/schemas/system";
import type { TradeAction } from "@/lib/web/trade/next-action";
import { useFaucet } from "../wallet/use-faucet";

const ConnectDialog = dynamic(
  () => import("../wallet/connect-dialog").then((module) => module.ConnectDialog),
  { ssr: false },
);
const SwitchChain = dynamic(
  () => import("../wallet/switch-chain").then((module) => module.SwitchChain),
  { ssr: false },
);

type TradeButtonProps = {
  action: TradeAction;
  chain: ChainSlug;
  config: Config | undefined;
  address: `0x${string}` | null;
  onRequote: () => void;
};

/** The one button of the panel. What it does stands on it; what is missing too. */
export function TradeButton({ action, chain, config, address, onRequote }: TradeButtonProps) {
  const faucet = useFaucet(chain);
  const [connecting, setConnecting] = useState(false);
  // Connected, perhaps on another chain: the dialog must not come back after the switch.
  if (connecting && action.do !== "connect") setConnecting(false);
  if (action.do === "switch" && config !== undefined) {
    return <SwitchChain chain={chain} config={config} label={action.label} className={WIDE} />;
  }
  const isIdle = action.do === "wait" || action.do === "fix";
  const press = () => {
    if (action.do === "create_burner") faucet.mutate(null);
    else if (action.do === "connect") setConnecting(true);
    else if (action.do === "fund" && address !== null) faucet.mutate(address);
    else if (action.do === "requote") onRequote();
  };
  return (
    <>
      <Button
        variant="primary"
        type={action.do === "trade" ? "submit" : "button"}
        disabled={isIdle || faucet.isPending}
        className={cn(
          WIDE,
          isIdle && "bg-raised text-muted disabled:opacity-100",
          action.do === "wait" && "animate-pulse",
        )}
        {...(action.do === "trade" ? {} : { onClick: press })}
      >
        {faucet.isPending && <Spinner />}
        {faucet.isPending ? "Asking the faucet…" : <bdi className="truncate">{action.label}</bdi>}
      </Button>
      {faucet.isError && (
        <p role="alert" className="mt-2 text-center text-danger text-xs">
          {faucet.error.message}
        </p>
      )}
      {connecting && config !== undefined && (
        <ConnectDialog config={config} onClose={() => setConnecting(false)} />
      )}
    </>
  );
}

const WIDE = "mt-4 h-12 w-full min-w-0 text-base font-semibold";
