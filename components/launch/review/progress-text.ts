import { formatClockTime } from "@/lib/web/format/format-time";
import type { LaunchSubmission } from "./use-submit-launch";

/** The step that a sent launch waits for. */
export function progressOf({
  isWaitingForNetwork,
  phase,
  permitUntil,
}: Pick<LaunchSubmission, "isWaitingForNetwork" | "phase" | "permitUntil">): string {
  if (isWaitingForNetwork) {
    return "You’re offline. Your launch will be submitted when you reconnect.";
  }
  if (phase === "proof") {
    return "This launchpad is busy, so your browser computes a proof of work first. This takes a few seconds. Keep this page open.";
  }
  return phase === "wallet"
    ? `Confirm the transaction in your wallet. It can be sent until ${formatClockTime(permitUntil)}.`
    : "Submitting your launch. Keep this page open.";
}
