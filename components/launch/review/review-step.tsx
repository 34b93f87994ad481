"use client";

import { call } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { Rocket } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { draftToLaunchBody, type LaunchDraft } from "@/components/launch/form/launch-form";
import { findIssues, type LaunchLimits } from "@/components/launch/form/launch-rules";
import type { LaunchStepId } from "@/components/launch/form/launch-steps";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Button } from "@/components/ui/button";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { ReviewSummary } from "./review-summary";
import { SubmitProblem } from "./submit-problem";
import { getLaunchKey, type LaunchSubmission } from "./use-submit-launch";

type ReviewStepProps = {
  limits: LaunchLimits;
  sending: LaunchSubmission;
  onEdit: (step: LaunchStepId) => void;
};

/** Summary, dry run and the launch button. */
export function ReviewStep({ limits, sending, onEdit }: ReviewStepProps) {
  const typed = useFormContext<LaunchDraft>().watch();
  const { sent, send } = sending;
  const draft = sent?.draft ?? typed;
  const key = sent?.key ?? getLaunchKey(draft);
  const issues = findIssues(draft, limits);
  const dryRun = useDryRun(draft, key, issues.length === 0 && sent === null);
  const address = sent?.address ?? dryRun.data?.expectedAddress ?? null;
  const isReady = sent === null && dryRun.isSuccess && issues.length === 0;
  const launch = () => {
    if (isReady && address !== null) send({ draft, key, address });
  };
  return (
    <div className="grid gap-5">
      <ReviewSummary draft={draft} address={address} onEdit={sent === null ? onEdit : null} />
      {sent === null && (
        <SubmitProblem
          issues={issues}
          error={sending.error ?? dryRun.error}
          onEdit={onEdit}
          onRetry={() => (sending.error === null ? void dryRun.refetch() : launch())}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
          Slipway signs the transaction and pays the gas. A launch is final: afterwards nobody can
          mint tokens, pause trading or withdraw liquidity.
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
          {sent !== null ? "Submitting…" : dryRun.isFetching ? "Checking…" : "Launch token"}
        </Button>
      </div>
      {sent !== null && (
        <p role="status" className="text-muted text-sm">
          {sending.isWaitingForNetwork
            ? "You’re offline. Your launch will be submitted when you reconnect."
            : "Submitting your launch. Keep this page open."}
        </p>
      )}
    </div>
  );
}

/** What one agrees to, where the operator has terms. */
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

/**
 * Dry run of the launch. It uses the launch's idempotency key, so it returns the final token
 * address.
 */
function useDryRun(draft: LaunchDraft, idempotencyKey: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [launchMemecoin.id, "dry-run", idempotencyKey],
    queryFn: ({ signal }) =>
      call(
        launchMemecoin,
        { params: { chain: draft.chain }, body: { ...draftToLaunchBody(draft), dryRun: true } },
        { signal, idempotencyKey },
      ),
    enabled: isEnabled,
    staleTime: 60_000,
    retry: false,
  });
}
