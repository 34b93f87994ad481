import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";

/** Why a manager was not made, and what to do. */
export function ManagerProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  const details = error instanceof ApiError ? error.details : [];
  return (
    <Card role="alert" className="border-danger/60 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        The manager was not made
      </p>
      <p className="mt-2 break-words text-muted">{error.message}</p>
      {details.map(({ path, message }) => (
        <p key={path + message} className="mt-1 break-words">
          <code className="text-xs">{path}</code> {message}
        </p>
      ))}
      <p className="mt-2 text-faint text-xs">{nextStep(error)}</p>
    </Card>
  );
}

function nextStep(error: Error): string {
  if (!(error instanceof ApiError)) return "Try again.";
  if (error.transactionHash !== null) {
    return `Its transaction was sent (${error.transactionHash}) and may still be mined. Sending the same again never makes a second manager.`;
  }
  if (error.status === 429) return `The next one is taken in ${error.retryAfterSeconds ?? 60} s.`;
  return error.retryable
    ? "Sending the same again never makes a second manager."
    : "Change what is named above and send it again.";
}
