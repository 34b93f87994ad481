import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { JobState } from "@/lib/features/jobs/rules/job-actions";
import { STATE_TITLES } from "./job-labels";

export function JobStateBadge({ state }: { state: JobState }) {
  const isBad = state === "failed" || state === "undecided";
  return (
    <Badge
      tone={state === "active" || state === "waiting" ? "sea" : "neutral"}
      className={cn(isBad && "text-danger")}
    >
      {STATE_TITLES[state]}
    </Badge>
  );
}
