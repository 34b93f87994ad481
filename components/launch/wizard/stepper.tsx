"use client";

import { Check } from "lucide-react";
import { LAUNCH_STEPS, type LaunchStepId } from "@/components/launch/form/launch-steps";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** The wizard's steps. Users can return to previous steps. */
export function Stepper({
  current,
  open,
  isLocked,
  onChoose,
}: {
  current: LaunchStepId;
  /** Incomplete steps. A link can open the wizard past one. */
  open: ReadonlySet<LaunchStepId>;
  /** Whether a launch is being submitted. */
  isLocked: boolean;
  onChoose: (step: LaunchStepId) => void;
}) {
  const at = LAUNCH_STEPS.findIndex(({ id }) => id === current);
  return (
    <nav aria-label="Steps" data-slot="stepper">
      <ol className="flex gap-1.5">
        {LAUNCH_STEPS.map(({ id, title }, index) => (
          <li key={id} className="min-w-0 flex-1">
            <StepButton
              title={title}
              isPassed={index < at}
              isCurrent={index === at}
              isDone={index < at && !open.has(id)}
              disabled={index > at || (isLocked && index !== at)}
              onPress={() => onChoose(id)}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepButton({
  title,
  isPassed,
  isCurrent,
  isDone,
  disabled,
  onPress,
}: {
  title: string;
  isPassed: boolean;
  isCurrent: boolean;
  isDone: boolean;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <PlainButton
      disabled={disabled}
      aria-current={isCurrent ? "step" : undefined}
      onClick={onPress}
      className="group block w-full text-left aria-disabled:cursor-default"
    >
      <span
        aria-hidden="true"
        className={cn(
          "block h-1 rounded-full bg-line transition-colors",
          isPassed && "bg-accent-text/60 group-hover:bg-accent-text",
          isCurrent && "bg-accent",
        )}
      />
      <span
        className={cn(
          "mt-2 flex items-center gap-1 truncate text-faint text-xs sm:text-sm",
          isCurrent && "font-semibold text-ink",
          isPassed && "text-muted group-hover:text-ink",
        )}
      >
        {isDone && <Check aria-hidden="true" className="hidden size-3.5 sm:block" />}
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </span>
    </PlainButton>
  );
}
