import type { Client, CompletedLaunch } from "@slipway-launchpad/client";
import type { CommandContext } from "./command";
import { describeLaunch } from "./describe-launch";

/** Waits for the end of a launch and prints each change of its state. */
export function waitWithProgress(
  client: Client,
  jobId: string,
  { timeoutMs, note }: { timeoutMs: number | undefined; note: CommandContext["note"] },
): Promise<CompletedLaunch> {
  let shown = "";
  return client.waitForLaunch(jobId, {
    timeoutMs,
    onUpdate(status) {
      const isOver = status.state === "completed" || status.state === "failed";
      if (isOver || status.state === shown) return;
      shown = status.state;
      for (const line of describeLaunch(status)) note(line);
    },
  });
}
