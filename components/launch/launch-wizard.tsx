"use client";

import { ArrowLeft, ArrowRight, Eraser } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { DetailsStep } from "./details-step";
import { EarningsStep } from "./earnings-step";
import { type LaunchDraft, launchForm } from "./launch-form";
import { isLaunchStep, LAUNCH_STEPS, type LaunchStepId, stepOf } from "./launch-steps";
import { MediaStep } from "./media-step";
import { PriceStep } from "./price-step";
import { ReviewStep } from "./review-step";
import { keepSentDraft } from "./sent-draft";
import { Stepper } from "./stepper";
import { TokenPreview } from "./token-preview";
import { useLaunchDraft } from "./use-launch-draft";

const HEADINGS = {
  details: "Name your token",
  media: "Give it a face",
  earnings: "Decide who earns",
  price: "Set the starting price",
  review: "Look it over",
} as const satisfies Record<LaunchStepId, string>;

/**
 * The launch wizard. The step stands in the address (`?step=`), so that the browser's own buttons
 * move between steps; the draft is kept across reloads.
 */
export function LaunchWizard() {
  const router = useRouter();
  const wanted = useSearchParams().get("step");
  const step: LaunchStepId = isLaunchStep(wanted) ? wanted : "details";
  const index = LAUNCH_STEPS.findIndex(({ id }) => id === step);
  const draft = useLaunchDraft();
  const heading = useFocusOnStep(step);

  const goTo = (target: LaunchStepId) => router.push(`/launch?step=${target}`, { scroll: false });
  const onward = async () => {
    const current = LAUNCH_STEPS[index];
    const next = LAUNCH_STEPS[index + 1];
    if (current === undefined || next === undefined) return;
    if (await draft.trigger([...current.fields], { shouldFocus: true })) goTo(next.id);
  };
  const startOver = () => {
    draft.clear();
    goTo("details");
  };
  const onAccepted = (jobId: string) => {
    keepSentDraft(jobId, draft.getValues());
    draft.clear();
  };
  const back = LAUNCH_STEPS[index - 1];
  return (
    <FormProvider {...draft}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Stepper current={step} open={openSteps(draft.watch())} onChoose={goTo} />
          <form
            noValidate
            aria-labelledby="step-title"
            onSubmit={(event) => {
              event.preventDefault();
              void onward();
            }}
            className="mt-6"
          >
            <h2
              id="step-title"
              ref={heading}
              tabIndex={-1}
              className="mb-5 font-semibold text-title focus-visible:outline-none"
            >
              {HEADINGS[step]}
            </h2>
            {step === "details" && <DetailsStep />}
            {step === "media" && <MediaStep />}
            {step === "earnings" && <EarningsStep />}
            {step === "price" && <PriceStep />}
            {step === "review" && <ReviewStep onEdit={goTo} onAccepted={onAccepted} />}
            {step !== "review" && (
              <div className="mt-7 flex items-center gap-2">
                {back !== undefined && (
                  <Button variant="ghost" onClick={() => goTo(back.id)}>
                    <ArrowLeft aria-hidden="true" className="size-4" />
                    Back
                  </Button>
                )}
                <Button type="submit" variant="primary" className="ml-auto">
                  Continue
                  <ArrowRight aria-hidden="true" className="size-4" />
                </Button>
              </div>
            )}
          </form>
          <Button
            variant="ghost"
            size="small"
            onClick={startOver}
            className="mt-6 text-muted lg:hidden"
          >
            <Eraser aria-hidden="true" className="size-3.5" />
            Start over
          </Button>
        </div>
        <aside aria-label="Preview" className="hidden lg:block">
          <div className="sticky top-24 grid gap-3">
            <TokenPreview />
            <Button variant="ghost" size="small" onClick={startOver} className="justify-self-start">
              <Eraser aria-hidden="true" className="size-3.5" />
              Start over
            </Button>
          </div>
        </aside>
      </div>
    </FormProvider>
  );
}

/** The steps whose fields do not yet hold what a launch needs. */
function openSteps(draft: LaunchDraft): ReadonlySet<LaunchStepId> {
  const issues = launchForm.safeParse(draft).error?.issues ?? [];
  return new Set(issues.map(({ path }) => stepOf(path.join("."))));
}

/** A new step is announced by focusing its heading, but not when the page has just opened. */
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
