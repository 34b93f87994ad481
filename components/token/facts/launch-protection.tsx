"use client";

import { ShieldCheck } from "lucide-react";
import { useNow } from "@/components/tokens/use-now";
import { formatBps } from "@/components/trade/format-bps";
import { Card } from "@/components/ui/card";
import {
  buyFeeBpsAt,
  type LaunchProtection as LaunchProtectionTerms,
} from "@/lib/features/market/rules/launch-protection";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { formatCountdown } from "@/lib/web/format/format-time";

/** The terms with the current fee and time. */
type ProtectionNow = NonNullable<TokenBasicDetails["launchProtection"]>;

/** The current fee of purchases while launch protection runs, and when it ends. */
export function LaunchProtection({ terms }: { terms: ProtectionNow }) {
  const now = useNow();
  const { endTime, startTime, startFeeBps, endFeeBps } = terms;
  const feeBps = now === 0 ? terms.buyFeeBps : buyFeeBpsAt(terms, now);
  const left = Math.max(0, endTime - (now === 0 ? terms.timestamp : now));
  const tradingFee = formatBps(endFeeBps);
  if (left === 0) {
    // Keeps its place, so that no button moves under the pointer.
    return (
      <Card role="region" aria-label="Launch protection" className="p-4 text-sm">
        <Title />
        <p className="mt-1 text-muted">It has ended: purchases pay {tradingFee}, like sales.</p>
      </Card>
    );
  }
  return (
    <Card role="region" aria-label="Launch protection" className="p-4 text-sm">
      <Title />
      <dl className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <dt className="text-faint text-xs">Buy fee now</dt>
          <dd className="nums font-bold text-2xl tracking-tight">{formatBps(feeBps)}</dd>
        </div>
        <div>
          <dt className="text-faint text-xs">Falls to {tradingFee}</dt>
          <dd>
            <time
              role="timer"
              dateTime={new Date(endTime * 1_000).toISOString()}
              className="nums font-medium"
            >
              {formatCountdown(left)}
            </time>
          </dd>
        </div>
      </dl>
      <div aria-hidden="true" className="mt-2 h-2 overflow-hidden rounded-full bg-raised">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, (100 * left) / (endTime - startTime))}%` }}
        />
      </div>
      <p className="mt-3 text-muted text-xs leading-4.5">
        It started at {formatBps(startFeeBps)}. What you pay above {tradingFee} goes only to this
        token’s bid wall. Sales pay {tradingFee}.
      </p>
    </Card>
  );
}

/** The terms of launch protection, for a token whose trading has not opened. */
export function ProtectionAhead({ terms }: { terms: LaunchProtectionTerms }) {
  const minutes = Math.ceil((terms.endTime - terms.startTime) / 60);
  const tradingFee = formatBps(terms.endFeeBps);
  return (
    <p className="max-w-72 text-muted text-sm">
      Launch protection: the first purchases pay a fee of {formatBps(terms.startFeeBps)}, which
      falls to {tradingFee} within {minutes} {minutes === 1 ? "minute" : "minutes"}. The part above{" "}
      {tradingFee} goes to the bid wall.
    </p>
  );
}

function Title() {
  return (
    <h2 className="flex items-center gap-1.5 font-semibold">
      <ShieldCheck aria-hidden="true" className="size-4 text-sea-text" />
      Launch protection
    </h2>
  );
}
