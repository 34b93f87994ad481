import { CircleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { SignInProblem } from "@/lib/web/account/explain-sign-in-error";

/** Describes why a sign-in failed and the next step. */
export function SignInProblemNote({
  problem,
  className,
}: {
  problem: SignInProblem;
  className?: string;
}) {
  return (
    <div
      role="alert"
      className={cn("flex gap-2.5 rounded-control bg-raised p-3 text-sm", className)}
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 break-words">
        <span className="font-medium">{problem.title}.</span>{" "}
        <span className="text-muted">{problem.next}</span>
      </p>
    </div>
  );
}
