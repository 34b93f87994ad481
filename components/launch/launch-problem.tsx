"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ApiError } from "@/lib/client/api-error";
import { formPath } from "./launch-form";
import { LAUNCH_STEPS, type LaunchStepId, stepOf } from "./launch-steps";

type Issue = { path: readonly PropertyKey[]; message: string };

/** What stands in the way of a launch, each with the step where it is mended, or a way to go on. */
export function LaunchProblem({
  issues,
  error,
  onEdit,
  onRetry,
}: {
  /** What the form itself finds. */
  issues: readonly Issue[];
  /** What the interface answered. */
  error: Error | null;
  onEdit: (step: LaunchStepId) => void;
  onRetry: () => void;
}) {
  const all = issues.length > 0 ? issues : issuesOf(error);
  if (all.length === 0 && error === null) return null;
  const canRetry = issues.length === 0 && error instanceof ApiError && error.retryable;
  return (
    <Card role="alert" className="border-danger/60 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {all.length > 0 ? "Something is still to be mended" : titleOf(error)}
      </p>
      {all.length > 0 ? (
        <ul className="mt-3 grid gap-2">
          {all.slice(0, 6).map(({ path, message }) => {
            const step = stepOf(path.map(String).join("."));
            return (
              <li key={path.map(String).join(".") + message} className="flex items-start gap-3">
                <span className="min-w-0 flex-1 break-words">
                  <span className="text-faint">{fieldTitle(path)}</span> {message}
                </span>
                {step !== "review" && (
                  <Button size="small" onClick={() => onEdit(step)}>
                    Go to {LAUNCH_STEPS.find(({ id }) => id === step)?.title}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="mt-2 break-words text-muted">{error?.message}</p>
      )}
      {canRetry && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
          <span className="text-muted text-xs">
            {waitOf(error)} Sending it again never launches twice.
          </span>
        </p>
      )}
    </Card>
  );
}

/** Mistakes that the interface found in the body, at the form's own paths. */
function issuesOf(error: Error | null): Issue[] {
  if (!(error instanceof ApiError) || error.retryable) return [];
  if (error.details.length === 0) return [];
  return error.details.map(({ path, message }) => ({ path: formPath(path.split(".")), message }));
}

function titleOf(error: Error | null): string {
  if (!(error instanceof ApiError)) return "The launch was not sent";
  if (error.status === 429) return "One moment: launches are limited";
  return error.retryable ? "The service did not take the launch" : "The launch was refused";
}

function waitOf(error: Error | null): string {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return seconds === null ? "" : `The next one is taken in ${seconds} s.`;
}

/** `recipients.3.id` reads `Recipient 4`. */
function fieldTitle(path: readonly PropertyKey[]): string {
  const [root, index] = path.map(String);
  if (root === "recipients" && index !== undefined) return `Recipient ${Number(index) + 1}:`;
  return root === undefined || root === "media" ? "" : `${TITLES[root] ?? root}:`;
}

const TITLES: Record<string, string> = {
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
  creatorSharePercent: "Creator first",
  peoplePercent: "People’s part",
  marketCapUsd: "Market cap",
};
