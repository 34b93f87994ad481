"use client";

import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Amount } from "@/components/tokens/amounts/amount";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Spinner } from "@/components/ui/spinner";
import type { EarningsAnswer, PayoutAnswer } from "@/lib/features/fees/schema/earnings";
import { CHAINS } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { userMessage } from "@/lib/web/user-message";
import { type EarningsRow, sourceTitle } from "./earnings-rows";
import type { PayoutRun } from "./use-payout";

type Payout = PayoutAnswer["payouts"][number];
type Unpaid = PayoutAnswer["unpaid"][number];

const CLOCK_SLACK_S = 5;

type PayoutProgressProps = {
  earnings: EarningsAnswer;
  payout: PayoutRun;
  rows: readonly EarningsRow[];
};

/** Live state of each payment of the latest payout. Survives a reload. */
export function PayoutProgress({ earnings, payout, rows }: PayoutProgressProps) {
  const { since, answer, error } = payout;
  const begun = earnings.payouts.filter(
    ({ state, createdAt }) =>
      state === "pending" || (since !== null && createdAt >= since - CLOCK_SLACK_S),
  );
  // The list of all payouts is newer than the response, but may lack payouts that it joined.
  const known = new Set(begun.map(keyOf));
  const joined = (answer?.payouts ?? []).filter((one) => !known.has(keyOf(one)));
  const shown = [...begun, ...joined];
  const unpaid = answer?.unpaid ?? [];
  if (shown.length === 0 && unpaid.length === 0 && error === null) return null;
  return (
    <div className="mt-5 border-t pt-4" role="status" aria-label="Payments">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {shown.map((one) => (
          <Line key={keyOf(one)} icon={<StateIcon state={one.state} />}>
            <span className="min-w-0 flex-1">
              <SourceName source={one.source} chain={one.chain} rows={rows} />
              <span className="block text-faint text-xs">
                <PaymentState payout={one} />
              </span>
            </span>
            <Amount value={one.paid ?? one.amount} unit="ETH" />
          </Line>
        ))}
        {unpaid.map((one) => (
          <Line
            key={`${one.chain}:${one.wallet}:${one.source}`}
            icon={<Clock aria-hidden="true" className="size-4 text-faint" />}
          >
            <span className="min-w-0 flex-1">
              <SourceName source={one.source} chain={one.chain} rows={rows} />
              <span className="block text-faint text-xs">{whyUnpaid(one)}</span>
            </span>
            <Amount value={one.amount} unit="ETH" />
          </Line>
        ))}
      </ul>
      {error !== null && <PayoutProblem error={error} />}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <span className="mt-0.5 shrink-0">{icon}</span>
      {children}
    </li>
  );
}

function SourceName({
  source,
  chain,
  rows,
}: {
  source: string;
  chain: Payout["chain"];
  rows: readonly EarningsRow[];
}) {
  return (
    <span className="block truncate" title={source}>
      <bdi>{sourceTitle(rows, source) ?? shortenAddress(source)}</bdi>{" "}
      <span className="text-faint text-xs">{CHAINS[chain].name}</span>
    </span>
  );
}

export function PaymentState({ payout }: { payout: Payout }) {
  const { chain, state, transactionHash, error } = payout;
  const link = transactionHash !== null && (
    <TransactionLink chain={chain} hash={transactionHash}>
      {transactionHash.slice(0, 10)}…
    </TransactionLink>
  );
  if (state === "paid") return <>Paid {link}</>;
  if (state === "pending") return <>Pending. You can leave this page.</>;
  return (
    <>
      Not paid: {error}. Your earnings are unchanged. Try again. {link}
    </>
  );
}

export function StateIcon({ state }: { state: "pending" | "paid" | "completed" | "failed" }) {
  if (state === "pending") return <Spinner className="text-muted" />;
  if (state === "failed") return <CircleAlert aria-hidden="true" className="size-4 text-danger" />;
  return <CircleCheck aria-hidden="true" className="size-4 text-up" />;
}

function whyUnpaid({ reason, least }: Unpaid): string {
  if (reason === "refused")
    return "The transaction would fail or use too much gas. Your balance is unchanged. Try again later.";
  if (reason === "next_time") return "Not included in this payout. Pay out again to include it.";
  return least === null
    ? "Below the minimum for the current gas price. It stays in your balance."
    : `Below the minimum payout of ${formatDecimal(least)} ETH at the current gas price.`;
}

function PayoutProblem({ error }: { error: Error }) {
  const isLimited = error instanceof ApiError && error.status === 429;
  const message = userMessage(error);
  const isLost = error instanceof ApiError && error.kind === "network";
  return (
    <p role="alert" className="text-danger text-sm">
      {isLimited
        ? `${message}. Try again in ${minutes(error.retryAfterSeconds)}.`
        : isLost
          ? `${message}. Payments that already started will continue and appear here. Nothing is paid twice.`
          : `${message}. Your earnings are safe. Try again.`}
    </p>
  );
}

function minutes(seconds: number | null): string {
  const count = Math.max(1, Math.ceil((seconds ?? 60) / 60));
  return count === 1 ? "a minute" : `${count} minutes`;
}

function keyOf({ chain, wallet, source, createdAt }: Payout): string {
  return `${chain}:${wallet}:${source}:${createdAt}`;
}
