"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, Loader } from "lucide-react";
import Link from "next/link";
import { useEffect } from "react";
import { useIsOpen } from "@/components/tokens/use-is-open";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { LaunchStatus } from "@/lib/features/launch/schema/answers";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatClockTime } from "@/lib/web/format/format-time";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { forgetLaunch } from "@/lib/web/launch/launch-keys";
import { isGone } from "@/lib/web/launch/launch-transaction";
import { launchStatusQuery } from "@/lib/web/launch-queries";
import { LaunchCompleted } from "./launch-completed";
import { LaunchFailed } from "./launch-failed";
import { useSentLaunch, WalletLaunch } from "./wallet-launch";

type State = LaunchStatus["state"];

/**
 * Live status of a launch. The page can be shared and reloaded.
 * @param linkedChain the chain in the page's URL, which may be wrong: a job belongs to one chain
 */
export function LaunchProgress({ linkedChain, jobId }: { linkedChain: ChainSlug; jobId: string }) {
  const { data, error, refetch } = useQuery(launchStatusQuery(jobId));
  const chain = data?.chain ?? linkedChain;
  useEffect(() => {
    const path = `/launch/${chain}/${encodeURIComponent(jobId)}`;
    if (chain !== linkedChain) window.history.replaceState(null, "", path);
  }, [chain, linkedChain, jobId]);
  const sent = useSentLaunch(jobId);
  // A transaction that failed or disappeared leaves the launch to the wallet again.
  const isSent = sent !== null && !isGone(sent.state);
  const isKnown = data?.state === "completed" || (data?.state === "failed" && !isUndecided(data));
  useEffect(() => {
    // From now on the same draft is another launch.
    if (isKnown) forgetLaunch(jobId);
  }, [isKnown, jobId]);
  const isOpen = useIsOpen((data?.state === "completed" && data.startTime) || 0);
  const isByWallet = sent !== null || (data !== undefined && "permit" in data);
  if (data === undefined && error !== null) {
    return <Unavailable error={error} onRetry={() => void refetch()} />;
  }
  // Not announced: a screen reader would read out each second of the wait.
  const isCounting =
    data !== undefined &&
    !isForWallet(data) &&
    (data.state === "waiting" || data.state === "active");
  const text = (
    <p className="mt-2 min-h-6 text-muted">
      {data !== undefined && isForWallet(data) ? walletText(data, isSent) : textOf(data, isOpen)}
    </p>
  );
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <div>
        <Badge>{CHAINS[chain].name}</Badge>
        <div role="status">
          <h1 className="mt-3 text-balance font-bold text-3xl tracking-tight sm:text-4xl">
            {data !== undefined && isForWallet(data)
              ? isSent
                ? "Launching"
                : "Waiting for your wallet"
              : titleOf(data)}
          </h1>
          {!isCounting && text}
        </div>
        {isCounting && text}
      </div>
      <Card className="p-5 sm:p-6">
        {data === undefined ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <Steps
            steps={isByWallet ? WALLET_STEPS : STEPS}
            state={isSent && data.state === "waiting" ? "active" : data.state}
          />
        )}
      </Card>
      {error !== null && (
        <p role="alert" className="text-danger text-sm">
          Could not refresh the status ({error.message}). Retrying automatically.
        </p>
      )}
      {data !== undefined && isForWallet(data) && (
        <WalletLaunch chain={chain} jobId={jobId} sent={sent} />
      )}
      {data?.state === "failed" && <LaunchFailed chain={chain} jobId={jobId} status={data} />}
      {data?.state === "completed" && <LaunchCompleted chain={chain} status={data} />}
      {data !== undefined && data.state !== "failed" && (
        <p className="flex flex-wrap items-center gap-x-2 text-faint text-xs">
          Job <code className="break-all font-mono">{jobId}</code>
          <CopyButton text={jobId} label="Copy job ID" className="size-7" />
        </p>
      )}
    </div>
  );
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return error instanceof ApiError && error.status === 404 ? (
    <EmptyState
      title="Launch not found"
      icon={<CircleAlert aria-hidden="true" className="mb-1 size-7 text-faint" />}
      action={
        <Link href="/launch" className={buttonClass({ variant: "primary" })}>
          Launch a token
        </Link>
      }
    >
      Check the link: part of it may be missing.
    </EmptyState>
  ) : (
    <ErrorState
      title="Launch status unavailable"
      detail={error.message}
      reference={error instanceof ApiError ? error.requestId : null}
      onRetry={onRetry}
    />
  );
}

type WalletStatus = Extract<LaunchStatus, { state: "waiting" }> & {
  permit: { from: string; expiresAt: number };
};

/** Whether a wallet has to send the launch, or has sent it. */
function isForWallet(status: LaunchStatus): status is WalletStatus {
  return status.state === "waiting" && status.permit !== undefined;
}

function walletText({ permit }: WalletStatus, isSent: boolean): string {
  if (isSent) return "Your wallet sent the transaction. It will be mined shortly.";
  const until = formatClockTime(permit.expiresAt);
  return `${shortenAddress(permit.from)} can send it until ${until}.`;
}

const TITLES: Record<State, string> = {
  waiting: "Queued",
  active: "Launching",
  completed: "Launched",
  failed: "Launch failed",
};

function titleOf(status: LaunchStatus | undefined): string {
  if (status === undefined) return "Loading launch…";
  return isUndecided(status) ? "Launch may still complete" : TITLES[status.state];
}

/** @param isOpen whether trading is open: a launch can be scheduled */
function textOf(status: LaunchStatus | undefined, isOpen: boolean): string {
  if (status === undefined) return "";
  if (status.state === "completed") {
    const { name } = status.collectionToken;
    return isOpen
      ? `${name} is live and its pool is open for trading.`
      : `${name} is created. Its pool opens for trading at the scheduled time.`;
  }
  if (isUndecided(status))
    return "The transaction was sent but is not confirmed yet. This page checks automatically.";
  if (status.state === "failed") return "No token was launched.";
  const before =
    status.queuePosition === 0
      ? "Next in the queue."
      : `${status.queuePosition} ahead in the queue.`;
  const wait = Math.max(1, status.estimatedWaitTime);
  return `${before} About ${wait} ${wait === 1 ? "second" : "seconds"} left.`;
}

/** Whether the launch failed but its transaction may still be mined. */
function isUndecided(status: LaunchStatus): boolean {
  return status.state === "failed" && status.transactionMayHaveSucceeded === true;
}

const STEPS = [
  { title: "Accepted", text: "Your request was validated and saved." },
  {
    title: "Signed and sent",
    text: "Metadata is pinned and the transaction is sent. You pay no gas.",
  },
  { title: "Trading", text: "Token, pool and liquidity are created in one transaction." },
] as const;
const WALLET_STEPS = [
  { title: "Prepared", text: "Your request was validated and its metadata is pinned." },
  { title: "Sent by your wallet", text: "The transaction is sent, and your wallet pays the gas." },
  STEPS[2],
] as const;
/** Number of completed steps per state. */
const DONE: Record<State, number> = { waiting: 1, active: 1, completed: 3, failed: 1 };

type StepText = { title: string; text: string };

function Steps({ steps, state }: { steps: readonly StepText[]; state: State }) {
  const done = DONE[state];
  return (
    <ol className="grid gap-5">
      {steps.map(({ title, text }, index) => {
        const isDone = index < done;
        const isNow = index === done && state !== "failed";
        return (
          <li
            key={title}
            aria-current={isNow ? "step" : undefined}
            className="flex items-start gap-4"
          >
            <Mark
              isDone={isDone}
              isNow={isNow && state === "active"}
              isFailed={state === "failed" && index === done}
            />
            <div className="min-w-0">
              <p className={cn("font-medium", !isDone && !isNow && "text-muted")}>
                {title}
                {isDone && <span className="sr-only">, done</span>}
              </p>
              <p className={cn("text-sm", isDone || isNow ? "text-muted" : "text-faint")}>{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ isDone, isNow, isFailed }: { isDone: boolean; isNow: boolean; isFailed: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-faint",
        isDone && "border-transparent bg-accent text-accent-ink",
        isFailed && "border-danger text-danger",
      )}
    >
      {isDone && <Check className="size-3.5" strokeWidth={3} />}
      {isNow && <Loader className="size-3.5 animate-spin" />}
      {isFailed && <CircleAlert className="size-3.5" />}
    </span>
  );
}
