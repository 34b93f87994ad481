"use client";

import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert } from "lucide-react";
import { toFormPath } from "@/components/launch/form/launch-form";
import { getStep, LAUNCH_STEPS, type LaunchStepId } from "@/components/launch/form/launch-steps";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { sentence } from "@/components/ui/field";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import type { AppealTarget } from "@/lib/web/token/report-content";
import { AppealBlock } from "./appeal-block";
import { isCreatorBlocked } from "./use-dry-run";

type SubmitProblemProps = {
  /** Client-side validation issues. */
  issues: readonly FormIssue[];
  /** Error of the API request. */
  error: Error | null;
  onEdit: (step: LaunchStepId) => void;
  onRetry: () => void;
  /** The target of an appeal if the operator has blocked the creator. */
  appealed: AppealTarget;
};

/** Lists why the launch cannot be submitted, each with a link to its step, or offers a retry. */
export function SubmitProblem({ issues, error, onEdit, onRetry, appealed }: SubmitProblemProps) {
  const all = issues.length > 0 ? issues : issuesOf(error);
  if (all.length === 0 && error === null) return null;
  const canRetry = issues.length === 0 && error instanceof ApiError && error.retryable;
  return (
    <Card role="alert" className="border-danger/60 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {all.length > 0 ? "Fix these before you launch" : titleOf(error)}
      </p>
      {all.length > 0 ? (
        <ul className="mt-3 grid gap-2">
          {all.slice(0, SHOWN_MAX).map((issue) => {
            const { path, message } = issue;
            const step = getStep(path.map(String).join("."));
            return (
              <li key={path.map(String).join(".") + message} className="flex items-start gap-3">
                <span className="min-w-0 flex-1 break-words">{describeIssue(issue)}</span>
                {step !== "review" && (
                  <Button size="small" onClick={() => onEdit(step)}>
                    Go to {LAUNCH_STEPS.find(({ id }) => id === step)?.title}
                  </Button>
                )}
              </li>
            );
          })}
          {all.length > SHOWN_MAX && <li>and {all.length - SHOWN_MAX} more.</li>}
        </ul>
      ) : (
        <p className="mt-2 break-words text-muted">{error?.message}</p>
      )}
      {issues.length === 0 && isCreatorBlocked(error) && (
        <AppealBlock appealed={appealed} onRetry={onRetry} />
      )}
      {canRetry && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
          <span className="text-muted text-xs">{waitOf(error)} Retrying never launches twice.</span>
        </p>
      )}
    </Card>
  );
}

/** Field errors of the API response, mapped to form paths. */
function issuesOf(error: Error | null): FormIssue[] {
  if (!(error instanceof ApiError) || error.retryable) return [];
  if (error.details.length === 0) return [];
  return error.details.map(({ path, message }) => ({
    path: toFormPath(path.split(".")),
    // The API message has USDC units, which users should not see.
    message: path === "marketCap" ? "is outside the range that this launchpad accepts" : message,
  }));
}

function titleOf(error: Error | null): string {
  if (!(error instanceof ApiError)) return "Launch not submitted";
  if (error.status === 429) return "Rate limit reached";
  return error.retryable ? "Launch service unavailable" : "Launch rejected";
}

function waitOf(error: Error | null): string {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (seconds === null) return "";
  const wait = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Try again in ${wait}.`;
}

/** Issue text with its field: `Recipient 4: This must be …`, `Market cap must be …`. */
export function describeIssue({ path, message }: FormIssue): string {
  const title = fieldTitle(path);
  const whole = sentence(title, message);
  return title === "" || whole !== message ? whole : `${title}: ${message}`;
}

function fieldTitle(path: readonly PropertyKey[]): string {
  const [root, index] = path.map(String);
  if (root === "recipients" && index !== undefined) return `Recipient ${Number(index) + 1}`;
  return root === undefined || root === "media" ? "" : (TITLES[root] ?? root);
}

const SHOWN_MAX = 6;

const TITLES: Record<string, string> = {
  chain: "Chain",
  name: "Name",
  symbol: "Symbol",
  description: "Description",
  websiteUrl: "Website",
  twitterUrl: "X",
  telegramUrl: "Telegram",
  discordUrl: "Discord",
  creator: "Creator",
  managerAddress: "Manager",
  recipients: "Recipients",
  creatorFirstPercent: "Paid to creator first",
  treasury: "Fees",
  feeSharePercent: "Creator share of fees",
  launchProtection: "Launch protection",
  referralPercent: "Referral share",
  marketCapUsd: "Market cap",
  opensAt: "Opening time",
  firstBuyEth: "First buy",
};
