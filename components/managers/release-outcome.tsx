"use client";

import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert, CircleCheck } from "lucide-react";
import { formatEther } from "viem";
import { Amount } from "@/components/tokens/amounts/amount";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { SwitchChain } from "@/components/wallet/switch-chain";
import type { TradingAccount } from "@/components/wallet/use-account";
import type { Config } from "@/lib/features/system/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { ShareRelease } from "@/lib/web/managers/release-share";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { userMessage } from "@/lib/web/user-message";
import { NotPaidError } from "./send-by-service";

/** Result of a payout: the amount, or the error and the next step. */
export function ReleaseOutcome({
  chain,
  done,
  error,
  visitor,
  config,
}: {
  chain: ChainSlug;
  done: ShareRelease | null;
  error: Error | null;
  visitor: TradingAccount;
  config: Config | undefined;
}) {
  const isElsewhere = visitor.status === "present" && visitor.kind === "wallet" && !visitor.onChain;
  return (
    <div aria-live="polite" className="min-h-6 pt-3 text-sm">
      {done !== null && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CircleCheck aria-hidden="true" className="size-4 text-up" />
          <span>
            Paid out <Amount value={formatEther(done.paidWei)} unit="ETH" /> to{" "}
            {shortenAddress(done.account)}
          </span>
          <span className="font-mono text-faint text-xs">
            <TransactionLink chain={chain} hash={done.hash}>
              {done.hash.slice(0, 10)}…
            </TransactionLink>
          </span>
        </p>
      )}
      {error !== null && (
        <p role="alert" className="flex gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 break-words">{explain(error)}</span>
        </p>
      )}
      {error !== null && isElsewhere && config !== undefined && (
        <SwitchChain
          config={config}
          chain={chain}
          label={`Switch to ${CHAINS[chain].name}`}
          className="mt-2 h-9"
        />
      )}
    </div>
  );
}

function explain(error: Error): string {
  if (error instanceof NotPaidError) return error.message;
  if (error instanceof ApiError) return `${userMessage(error)}. Try again. Nothing is paid twice.`;
  const { title, detail } = explainTradeError(error);
  return `${title}. ${detail}`;
}
