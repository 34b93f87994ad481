"use client";

import { Amount } from "@/components/tokens/amounts/amount";
import { useNow } from "@/components/tokens/use-now";
import { buyFeeBpsAt, type LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import { formatWei } from "@/lib/shared/text/decimal";
import { formatCountdown } from "@/lib/web/format/format-time";
import { formatBps } from "../format-bps";
import { QuoteRow } from "./quote-row";

/**
 * Shows the part of a quoted fee that launch protection adds, or the current fee without a quote, and
 * when the protection ends. Empty after its end.
 * @param terms null where they are unknown
 * @param addedWei part of the quoted fee; 0 without a quote
 */
export function ProtectionRow({
  terms,
  addedWei,
}: {
  terms: LaunchProtection | null;
  addedWei: bigint;
}) {
  const now = useNow();
  const left = terms === null ? 0 : terms.endTime - now;
  if (left <= 0 && addedWei === 0n) return null;
  const isQuoted = addedWei > 0n;
  return (
    <QuoteRow title={isQuoted ? "Included: launch protection" : "Launch protection"}>
      {terms !== null && left > 0 && (
        <span className="nums text-faint">
          {!isQuoted && `${formatBps(buyFeeBpsAt(terms, now))} fee, `}falls to{" "}
          {formatBps(terms.endFeeBps)}{" "}
          <time role="timer" dateTime={new Date(terms.endTime * 1_000).toISOString()}>
            {formatCountdown(left)}
          </time>
        </span>
      )}
      {isQuoted && <Amount value={formatWei(addedWei)} unit="ETH" />}
    </QuoteRow>
  );
}
