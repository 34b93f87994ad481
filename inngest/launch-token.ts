import { getContext } from "@/lib/context";
import { LAUNCHES_AT_ONCE } from "@/lib/domain/launch-job";
import { activateLaunch } from "@/lib/services/launch/activate-launch";
import { awaitLaunchReceipt } from "@/lib/services/launch/await-launch-receipt";
import { broadcastLaunch } from "@/lib/services/launch/broadcast-launch";
import { completeLaunch } from "@/lib/services/launch/complete-launch";
import { failLaunch } from "@/lib/services/launch/fail-launch";
import { pinLaunchMetadata } from "@/lib/services/launch/pin-launch-metadata";
import { signLaunch } from "@/lib/services/launch/sign-launch";
import { inngest } from "./client";
import { launchRequested } from "./events";
import { orFinal } from "./final-errors";

/** More than the function has. */
const STEPS_MAX = 10;

/**
 * Launches a token. Each step is idempotent by itself, because an engine may run any of them twice
 * and the sweeper may start a second run of a job; step ids are permanent.
 */
export const launchToken = inngest.createFunction(
  {
    id: "launch-token",
    triggers: [launchRequested],
    retries: 8,
    // All steps in one call, told to the engine at its end: a call that breaks off repeats its steps,
    // which every one of them allows. The time is what hosts give a request at least.
    checkpointing: { bufferedSteps: STEPS_MAX, maxRuntime: "50s" },
    concurrency: [
      { key: "event.data.chain", limit: LAUNCHES_AT_ONCE },
      { key: "event.data.jobId", limit: 1 },
    ],
    onFailure: async ({ event, error }) => {
      const { jobId } = launchRequested.schema.parse(event.data.event.data);
      const input = { jobId, reason: error.message, isFateKnown: false };
      await failLaunch({ ctx: getContext(), input });
    },
  },
  async ({ event, step }) => {
    const ctx = getContext();
    const { jobId } = event.data;
    const input = { jobId };

    const state = await step.run("mark-active", () => activateLaunch({ ctx, input }));
    if (state !== "active") return { jobId, state };
    await step.run("pin-metadata", () => orFinal(() => pinLaunchMetadata({ ctx, input })));
    await step.run("sign", () => orFinal(() => signLaunch({ ctx, input })));
    await step.run("broadcast", () => orFinal(() => broadcastLaunch({ ctx, input })));
    const outcome = await step.run("receipt", () =>
      orFinal(() => awaitLaunchReceipt({ ctx, input })),
    );
    if (outcome.kind === "launched") {
      await step.run("mark-completed", () => completeLaunch({ ctx, input: { ...outcome, jobId } }));
      return { jobId, state: "completed", token: outcome.token };
    }
    const reason = "The transaction was reverted on chain";
    await step.run("mark-failed", () =>
      failLaunch({ ctx, input: { jobId, reason, isFateKnown: true } }),
    );
    return { jobId, state: "failed" };
  },
);
