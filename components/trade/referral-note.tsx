"use client";

import { Check, Link2 } from "lucide-react";
import { PlainButton } from "@/components/ui/button";
import { useCopied } from "@/components/ui/hooks/use-copied";
import { formatExact } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { referralLink } from "@/lib/web/trade/referral/referrer";
import type { TradingAccount } from "../wallet/use-account";

/** The referrer of the user's trades, and the user's own link. Only for a token with a referral share. */
export function ReferralNote({
  referralShare,
  referrer,
  account,
}: {
  /** Percentage of the trading fee. */
  referralShare: number;
  referrer: `0x${string}` | null;
  account: TradingAccount;
}) {
  const own = account.status === "present" ? account.address : null;
  return (
    <div className="mt-2 grid gap-2 border-t pt-3 text-muted text-xs leading-4.5">
      {referrer !== null && (
        <p>
          Part of the creator’s fee goes to{" "}
          <span title={referrer} className="font-mono">
            {shortenAddress(referrer)}
          </span>
          {referrer === own && " (you)"}, whose link you opened: up to {formatExact(referralShare)}%
          of the 1% fee. You pay nothing extra.
        </p>
      )}
      {own !== null && <OwnLink referralShare={referralShare} account={own} />}
    </div>
  );
}

function OwnLink({ referralShare, account }: { referralShare: number; account: `0x${string}` }) {
  const { state, copy } = useCopied();
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span>
        Share your link and earn up to {formatExact(referralShare)}% of the fee on its trades.
      </span>
      <PlainButton
        onClick={() => void copy(referralLink(window.location, account))}
        className="inline-flex min-h-6 items-center gap-1 text-accent-text underline underline-offset-4"
      >
        {state === "copied" ? (
          <Check aria-hidden="true" className="size-3.5" />
        ) : (
          <Link2 aria-hidden="true" className="size-3.5" />
        )}
        {state === "copied" ? "Link copied" : "Copy referral link"}
      </PlainButton>
      <span role="status" className="sr-only">
        {state === "copied" && "Referral link copied"}
        {state === "failed" && "Could not copy the link."}
      </span>
    </p>
  );
}
