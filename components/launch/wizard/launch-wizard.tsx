"use client";

import { ArrowLeft, ArrowRight, Eraser, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { findIssues, type LaunchLimits } from "@/components/launch/form/launch-rules";
import { getStep, LAUNCH_STEPS, type LaunchStepId } from "@/components/launch/form/launch-steps";
import { useLaunchDraft } from "@/components/launch/form/use-launch-draft";
import { UNFINISHED_UPLOAD, withMediaIssue } from "@/components/launch/media/media-issues";
import { useLostMedia } from "@/components/launch/media/use-lost-media";
import { type MediaUpload, useMediaUpload } from "@/components/launch/media/use-media-upload";
import { ReviewStep } from "@/components/launch/review/review-step";
import {
  type LaunchSubmission,
  useSubmitLaunch,
} from "@/components/launch/review/use-submit-launch";
import { DetailsStep } from "@/components/launch/steps/details-step";
import { FeesStep } from "@/components/launch/steps/fees-step";
import { MediaStep } from "@/components/launch/steps/media-step";
import { PriceStep } from "@/components/launch/steps/price-step";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { Spinner } from "@/components/ui/spinner";
import { LaunchPause } from "./launch-pause";
import { RecentLaunch } from "./recent-launch";
import { SavedDraft } from "./saved-draft";
import { StepIssues, useStepCheck } from "./step-issues";
import { Stepper } from "./stepper";
import { TokenPreview } from "./token-preview";
import { goTo, useStepInUrl } from "./use-step-in-url";

const HEADINGS = {
  details: "Name your token",
  media: "Add an image or video",
  fees: "Choose who earns fees",
  price: "Set the starting price",
  review: "Review your launch",
} as const satisfies Record<LaunchStepId, string>;

/**
 * The launch wizard. The step is in the URL, so the browser's back button works. The draft survives
 * reloads.
 */
export function LaunchWizard() {
  const wanted = useStepInUrl();
  const { form, limits, startOver, undo, saved, forget } = useLaunchDraft();
  const sending = useSubmitLaunch(form, forget);
  const isSending = sending.sent !== null;
  const step: LaunchStepId = isSending ? "review" : wanted;
  const index = LAUNCH_STEPS.findIndex(({ id }) => id === step);
  const next = LAUNCH_STEPS[index + 1];
  // Above the steps, so that an upload continues while another step is shown.
  const upload = useMediaUpload((done) =>
    form.setValue("media", done, { shouldDirty: true, shouldValidate: true }),
  );
  const lostMedia = useLostMedia(form);
  const mediaIssue = upload.isUnfinished ? UNFINISHED_UPLOAD : lostMedia.issue;
  const check = useStepCheck({ form, limits, step, mediaIssue });
  const issues = withMediaIssue(findIssues(form.watch(), limits), mediaIssue);
  /** The step and the upload that Start over has left. */
  const ended = useRef<{ step: LaunchStepId; resume: (() => void) | null } | null>(null);
  const clear = () => {
    ended.current = { step, resume: upload.cancel() };
    lostMedia.clear();
    startOver(upload.isUnfinished);
    goTo("details");
  };
  const undoClear =
    undo &&
    (() => {
      undo();
      upload.cancel();
      ended.current?.resume?.();
      goTo(ended.current?.step ?? step);
    });
  const openSaved = () => {
    upload.cancel();
    lostMedia.clear();
    saved?.open();
    goTo("details");
  };
  return (
    <FormProvider {...form}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Stepper current={step} open={stepsOf(issues)} isLocked={isSending} onChoose={goTo} />
          <RecentLaunch />
          {saved !== null && !isSending && (
            <SavedDraft name={saved.name} isUploading={upload.isUnfinished} onOpen={openSaved} />
          )}
          <LaunchPause />
          <form
            ref={check.ref}
            noValidate
            aria-labelledby="step-title"
            onSubmit={(event) => {
              event.preventDefault();
              void check.run().then((isRight) => isRight && next !== undefined && goTo(next.id));
            }}
            className="mt-6"
          >
            <StepHeading step={step} />
            <StepFields
              step={step}
              limits={limits}
              sending={sending}
              upload={upload}
              mediaIssue={mediaIssue}
              isUploadRefused={check.isUploadRefused}
            />
            <StepIssues issues={check.unshown} />
            {step !== "review" && (
              <StepButtons back={LAUNCH_STEPS[index - 1]?.id} isChecking={check.isChecking} />
            )}
          </form>
          {!isSending && (
            <StartOver onPress={clear} onUndo={undoClear} className="mt-6 text-muted lg:hidden" />
          )}
        </div>
        <aside aria-label="Preview" className="hidden lg:block">
          <div className="sticky top-24 grid gap-3">
            <TokenPreview limits={limits} />
            {!isSending && <StartOver onPress={clear} onUndo={undoClear} />}
          </div>
        </aside>
      </div>
    </FormProvider>
  );
}

/** Takes the focus when the step changes, so that screen readers announce it. */
function StepHeading({ step }: { step: LaunchStepId }) {
  const heading = useFocusOnStep(step);
  return (
    <h2
      id="step-title"
      ref={heading}
      tabIndex={-1}
      className="mb-5 font-semibold text-title focus-visible:outline-none"
    >
      {HEADINGS[step]}
    </h2>
  );
}

function StepFields({
  step,
  limits,
  sending,
  upload,
  mediaIssue,
  isUploadRefused,
}: {
  step: LaunchStepId;
  limits: LaunchLimits;
  sending: LaunchSubmission;
  upload: MediaUpload;
  mediaIssue: FormIssue | null;
  isUploadRefused: boolean;
}) {
  switch (step) {
    case "details":
      return <DetailsStep />;
    case "media":
      return <MediaStep upload={upload} issue={mediaIssue} isRefused={isUploadRefused} />;
    case "fees":
      return <FeesStep />;
    case "price":
      return <PriceStep />;
    case "review":
      return <ReviewStep limits={limits} sending={sending} mediaIssue={mediaIssue} onEdit={goTo} />;
  }
}

function StepButtons({
  back,
  isChecking,
}: {
  back: LaunchStepId | undefined;
  isChecking: boolean;
}) {
  return (
    <div className="mt-7 flex items-center gap-2">
      {back !== undefined && (
        <Button variant="ghost" onClick={() => goTo(back)}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back
        </Button>
      )}
      <Button type="submit" variant="primary" className="ml-auto" disabled={isChecking}>
        {isChecking ? "Checking…" : "Continue"}
        {isChecking ? <Spinner /> : <ArrowRight aria-hidden="true" className="size-4" />}
      </Button>
    </div>
  );
}

/** Clears the draft. The same button restores it until the form is edited, and keeps the focus. */
function StartOver({
  onPress,
  onUndo,
  className,
}: {
  onPress: () => void;
  onUndo: (() => void) | null;
  className?: string;
}) {
  const Icon = onUndo === null ? Eraser : Undo2;
  return (
    <div className={cn("flex items-center gap-2", className)}>
      <Button variant="ghost" size="small" onClick={onUndo ?? onPress}>
        <Icon aria-hidden="true" className="size-3.5" />
        {onUndo === null ? "Start over" : "Undo"}
      </Button>
      <p role="status" className="text-faint text-xs">
        {onUndo !== null && "Draft cleared."}
      </p>
    </div>
  );
}

/** Returns the steps with missing or invalid fields. */
function stepsOf(issues: readonly FormIssue[]): ReadonlySet<LaunchStepId> {
  return new Set(issues.map(({ path }) => getStep(path.join("."))));
}

/** Focuses the heading of a new step so that screen readers announce it; not on page load. */
function useFocusOnStep(step: LaunchStepId) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return heading;
}
