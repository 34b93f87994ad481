import { getContext } from "@/lib/context";
import { advance } from "@/lib/features/transactions/advance";
import { giveUp } from "@/lib/features/transactions/give-up";
import { RUNS_PER_QUEUE } from "@/lib/features/transactions/rules";
import { inngest } from "./client";
import { transactionAccepted } from "./events";
import { orFinal } from "./final-errors";

/** More than the function has. */
const STEPS_MAX = 10;

/**
 * Advances a transaction of any kind. Each step is idempotent, because an engine may run any of them
 * twice and the schedule may start a second run; step ids are permanent.
 */
export const advanceTransaction = inngest.createFunction(
  {
    id: "advance-transaction",
    triggers: [transactionAccepted],
    retries: 8,
    // All steps in one call, reported to the engine at its end: a call that breaks off repeats its
    // steps. The time is what hosts give a request at least.
    checkpointing: { bufferedSteps: STEPS_MAX, maxRuntime: "50s" },
    concurrency: [
      { key: "event.data.queue", limit: RUNS_PER_QUEUE },
      { key: "event.data.id", limit: 1 },
    ],
    onFailure: async ({ event, error }) => {
      const { id } = transactionAccepted.schema.parse(event.data.event.data);
      await giveUp(getContext(), { id, reason: error.message });
    },
  },
  async ({ event, step }) => {
    const { id, startAfterSeconds } = event.data;
    if (startAfterSeconds > 0) await step.sleep("head-start", `${startAfterSeconds}s`);
    const state = await advance(getContext(), {
      id,
      step: (name, run) => step.run(name, () => orFinal(run)),
    });
    return { id, state };
  },
);
