"use client";

import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import {
  findIssues,
  type LaunchLimits,
  withPossiblePayer,
} from "@/components/launch/form/launch-rules";
import type { LaunchStepId } from "@/components/launch/form/launch-steps";
import { withMediaIssue } from "@/components/launch/media/media-issues";
import { useSiteFacts, useSiteName } from "@/components/layout/site-facts";
import { TradeProblemNote } from "@/components/trade/trade-problem-note";
import { Button } from "@/components/ui/button";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { useAccount } from "@/components/wallet/use-account";
import { configQuery } from "@/lib/web/queries";
import { findProblem } from "@/lib/web/trade/explained";
import { appealOf } from "./appeal-block";
import { lacksConsent, ManagerConsent } from "./manager-consent";
import { needsFeeConsent, Payment } from "./payment";
import { progressOf } from "./progress-text";
import { ReviewSummary } from "./review-summary";
import { SubmitProblem } from "./submit-problem";
import { isShort, useDryRun } from "./use-dry-run";
import { useLaunchKey } from "./use-launch-key";
import type { LaunchSubmission } from "./use-submit-launch";

type ReviewStepProps = {
  limits: LaunchLimits;
  sending: LaunchSubmission;
  /** An issue of the image or video that the draft itself does not show. */
  mediaIssue: FormIssue | null;
  onEdit: (step: LaunchStepId) => void;
};

/** Summary, dry run and the launch button. */
export function ReviewStep({ limits, sending, mediaIssue, onEdit }: ReviewStepProps) {
  const siteName = useSiteName();
  const typed = useFormContext<LaunchDraft>().watch();
  const review = useReview(typed, { limits, sending, mediaIssue });
  const { draft, address, issues, error, isReady, launch, retry } = review;
  const { sent } = sending;
  return (
    <div className="grid gap-5">
      <ReviewSummary draft={draft} address={address} onEdit={sent === null ? onEdit : null} />
      <fieldset disabled={sent !== null} className="min-w-0">
        <Payment
          config={review.config}
          account={review.account}
          preview={review.preview}
          isChecking={review.isChecking}
          feeAccepted={review.feeAccepted}
          onFeeAccepted={review.acceptFee}
        />
      </fieldset>
      {sent === null && <ManagerConsent draft={draft} error={error} />}
      {sent === null && (issues.length > 0 || !lacksConsent(error)) && (
        <Problem
          draft={draft}
          from={review.from}
          issues={issues}
          error={error}
          onEdit={onEdit}
          retry={retry}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
          {draft.payer === "wallet"
            ? "Your wallet signs the transaction and pays the gas."
            : `${siteName} signs the transaction and pays the gas.`}{" "}
          A launch is final: afterwards nobody can mint tokens, pause trading or withdraw liquidity.
          <Terms />
        </p>
        <Button
          variant="primary"
          className="h-12 px-6 text-base"
          disabled={!isReady}
          aria-busy={sent !== null}
          onClick={launch}
        >
          <Rocket aria-hidden="true" className="size-4.5" />
          {review.label}
        </Button>
      </div>
      {sent !== null && (
        <div className="grid gap-2">
          <p role="status" className="text-muted text-sm">
            {progressOf(sending)}
          </p>
          {sending.phase === "wallet" && (
            <StopWaiting onStop={sending.stop} className="justify-self-start" />
          )}
          {sending.phase === "proof" && (
            <progress
              aria-label="Proof of work"
              value={sending.proofDone}
              max={1}
              className="h-2 w-full accent-accent"
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The state of the review: the draft, its cost, and whether it can be launched. */
function useReview(
  typed: LaunchDraft,
  { limits, sending, mediaIssue }: Omit<ReviewStepProps, "onEdit">,
) {
  const { data: config } = useQuery(configQuery());
  const { sent, send } = sending;
  const draft = sent?.draft ?? withPossiblePayer(typed, limits);
  const account = useAccount(draft.chain);
  const byWallet = draft.payer === "wallet";
  const isUsable = account.status === "present" && (account.kind !== "wallet" || account.onChain);
  const from = byWallet && account.status === "present" ? account.address : null;
  const reviewedKey = useLaunchKey(draft, from);
  const key = sent?.key ?? reviewedKey;
  const issues = withMediaIssue(findIssues(draft, limits), mediaIssue);
  const isComplete = issues.length === 0 && sent === null && (!byWallet || from !== null);
  const dryRun = useDryRun(draft, { key, from, isEnabled: isComplete });
  const preview = byWallet ? (dryRun.data?.preview ?? null) : null;
  const address = sent?.address ?? dryRun.data?.expectedAddress ?? null;
  const isPayable = !byWallet || (isUsable && preview !== null && !isShort(preview.cost));
  const [acceptedFee, setAcceptedFee] = useState<string | null>(null);
  const fee = needsFeeConsent(preview) ? preview.firstBuy.feeWei : null;
  // Consent to one fee is none to a higher one.
  const feeAccepted = fee === null || acceptedFee === fee;
  const acceptFee = (accepted: boolean) => setAcceptedFee(accepted ? fee : null);
  const isReady = isComplete && dryRun.isSuccess && isPayable && feeAccepted;
  const launch = () => {
    if (!isReady || address === null || key === null) return;
    const payer = from === null || config === undefined ? null : { from, config };
    if (byWallet === (payer !== null)) send({ draft, key, address, payer });
  };
  const error = sending.error ?? dryRun.error;
  const retry = () => {
    if (sending.error !== null && isReady) return launch();
    // It cannot be launched before it is checked again; the page shows what the check finds.
    sending.dismissError();
    if (isComplete) void dryRun.refetch();
  };
  // The known cost stays on the page while it is requested again.
  const isChecking = isComplete && dryRun.isFetching && !dryRun.isSuccess;
  const label = labelOf(sending, draft, isChecking);
  const shown = { config, account, preview, isChecking, label, feeAccepted, acceptFee };
  return { ...shown, draft, from, address, issues, error, isReady, launch, retry };
}

function labelOf({ sent, phase }: LaunchSubmission, draft: LaunchDraft, isChecking: boolean) {
  if (sent !== null && phase === "proof") return "Solving…";
  if (sent !== null) return phase === "wallet" ? "Confirm in your wallet…" : "Submitting…";
  if (isChecking) return "Checking…";
  return draft.payer === "wallet" ? "Launch from my wallet" : "Launch token";
}

type ProblemProps = Omit<Parameters<typeof SubmitProblem>[0], "appealed" | "onRetry"> & {
  draft: LaunchDraft;
  /** The wallet that pays; null if the service does. */
  from: string | null;
  retry: () => void;
};

/** A problem of the form or the service, or of the wallet. */
function Problem({ draft, from, issues, error, onEdit, retry }: ProblemProps) {
  const wallet = error === null ? null : findProblem(error);
  if (wallet === null || issues.length > 0) {
    const appealed = appealOf(draft, from);
    return (
      <SubmitProblem
        issues={issues}
        error={error}
        onEdit={onEdit}
        appealed={appealed}
        onRetry={retry}
      />
    );
  }
  return (
    <TradeProblemNote problem={wallet} chain={draft.chain}>
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </TradeProblemNote>
  );
}

/** Acceptance of the operator's terms, if there are any. */
function Terms() {
  const { legal } = useSiteFacts();
  if (!legal.some(({ name }) => name === "terms")) return null;
  return (
    <>
      {" "}
      By launching you accept the{" "}
      <a
        href="/legal/terms"
        target="_blank"
        rel="noreferrer"
        className="text-accent-text underline"
      >
        terms
      </a>
      .
    </>
  );
}
