"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { findIssues, type LaunchLimits } from "@/components/launch/form/launch-rules";
import { getStep, LAUNCH_STEPS, type LaunchStepId } from "@/components/launch/form/launch-steps";
import { UNFINISHED_UPLOAD, withMediaIssue } from "@/components/launch/media/media-issues";
import { describeIssue } from "@/components/launch/review/submit-problem";
import { findManagerIssues } from "@/components/launch/steps/use-manager-terms";
import { Card } from "@/components/ui/card";
import { type FormIssue, focusFirstIssue } from "@/components/ui/hooks/focus-first-issue";

const NONE: readonly FormIssue[] = [];

type UseStepCheckOptions = {
  form: UseFormReturn<LaunchDraft>;
  limits: LaunchLimits;
  step: LaunchStepId;
  /** An issue of the image or video that the draft itself does not show. */
  mediaIssue: FormIssue | null;
};

/**
 * Validates a step before the wizard advances. Each issue shows at its control and the first one
 * gets focus; issues without a visible control are in `unshown`, for `StepIssues`.
 */
export function useStepCheck({ form, limits, step, mediaIssue }: UseStepCheckOptions) {
  const ref = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState(NONE);
  const [unshown, setUnshown] = useState(NONE);
  const [isChecking, setChecking] = useState(false);
  const isRunning = useRef(false);
  const shown = useRef(step);
  shown.current = step;
  // A check waits, and the upload may end meanwhile.
  const mediaIssueNow = useRef(mediaIssue);
  mediaIssueNow.current = mediaIssue;
  const isUploading = mediaIssue === UNFINISHED_UPLOAD;
  const queries = useQueryClient();
  // Runs after the render that shows the messages at their controls.
  useEffect(() => {
    setUnshown(
      refused.length === 0 || ref.current === null ? NONE : focusFirstIssue(ref.current, refused),
    );
  }, [refused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step starts without issues
  useEffect(() => setRefused(NONE), [step]);
  useEffect(() => {
    // The next upload starts without the issue of this one.
    if (!isUploading) setRefused(withoutUpload);
  }, [isUploading]);
  const issuesNow = () =>
    withMediaIssue(findIssues(form.getValues(), limits), mediaIssueNow.current).filter(
      ({ path }) => getStep(path.join(".")) === step,
    );
  const run = async (): Promise<boolean> => {
    // A second click while the first check runs would advance twice.
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      return await decide();
    } finally {
      isRunning.current = false;
    }
  };
  const decide = async (): Promise<boolean> => {
    const fields = LAUNCH_STEPS.find(({ id }) => id === step)?.fields ?? [];
    await form.trigger([...fields], { shouldTouch: true });
    const issues = issuesNow();
    setRefused(issues);
    if (issues.length > 0 || step !== "fees") return issues.length === 0;
    setChecking(true);
    const unknown = await findManagerIssues(queries, form.getValues());
    setChecking(false);
    // The user changed the step during the check.
    if (shown.current !== step) return false;
    setRefused(unknown);
    return unknown.length === 0;
  };
  const keys = new Set(unshown.length === 0 ? [] : issuesNow().map(keyOf));
  return {
    ref,
    run,
    isChecking,
    isUploadRefused: isUploading && refused.includes(UNFINISHED_UPLOAD),
    unshown: unshown.filter((issue) => keys.has(keyOf(issue))),
  };
}

function withoutUpload(issues: readonly FormIssue[]): readonly FormIssue[] {
  return issues.includes(UNFINISHED_UPLOAD)
    ? issues.filter((issue) => issue !== UNFINISHED_UPLOAD)
    : issues;
}

function keyOf({ path, message }: FormIssue): string {
  return `${path.map(String).join(".")} ${message}`;
}

/** Lists issues that no visible control shows. */
export function StepIssues({ issues }: { issues: readonly FormIssue[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (issues.length > 0) box.current?.scrollIntoView({ block: "nearest" });
  }, [issues.length]);
  if (issues.length === 0) return null;
  return (
    <div ref={box}>
      <Card role="alert" className="mt-6 flex gap-2 border-danger/60 p-4 text-danger text-sm">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <ul className="grid gap-1">
          {issues.map((issue) => (
            <li key={keyOf(issue)}>{describeIssue(issue)}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
