import { ApiError } from "@slipway-launchpad/client";
import { CircleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";

/** Why the manager was not created, or that this is unknown, and the next step. */
export function ManagerProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  const details = error instanceof ApiError ? error.details : [];
  return (
    <Card role="alert" className="border-danger/60 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {isUnknown(error) ? "No result yet" : "Manager not created"}
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

function isUnknown(error: Error): boolean {
  return !(error instanceof ApiError) || error.isOutcomeUnknown;
}

function nextStep(error: Error): string {
  if (error instanceof ApiError && error.transactionHash !== null) {
    return `The transaction (${error.transactionHash}) was sent and may still be mined. Retrying never creates a second manager.`;
  }
  if (!(error instanceof ApiError) || error.isOutcomeUnknown) {
    return "It may still be created. Retrying never creates a second manager.";
  }
  if (error.status === 429) return `Try again in ${error.retryAfterSeconds ?? 60} seconds.`;
  return error.retryable
    ? "Retrying never creates a second manager."
    : "Fix the fields above and try again.";
}
