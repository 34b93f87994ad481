import { getContext } from "@/lib/context";
import { advance } from "@/lib/features/transactions/advance";
import { giveUp } from "@/lib/features/transactions/give-up";
import { RUNS_PER_QUEUE } from "@/lib/features/transactions/rules";
import { inngest } from "./client";
import { transactionAccepted } from "./events";
import { isFinal, markFinal, publicTextOf } from "./final-errors";

/** Above the number of steps of the function. */
const STEPS_MAX = 10;

/**
 * Advances a transaction of any kind. Each step is idempotent, because the engine may run it twice
 * and web servers may start a second run. Step ids are permanent.
 */
export const advanceTransaction = inngest.createFunction(
  {
    id: "advance-transaction",
    triggers: [transactionAccepted],
    retries: 8,
    // Runs all steps in one call and reports them at its end; an interrupted call repeats its
    // steps. Hosts allow requests at least 50 seconds.
    checkpointing: { bufferedSteps: STEPS_MAX, maxRuntime: "50s" },
    concurrency: [
      { key: "event.data.queue", limit: RUNS_PER_QUEUE },
      { key: "event.data.id", limit: 1 },
    ],
    onFailure: async ({ event, error }) => {
      const { id } = transactionAccepted.schema.parse(event.data.event.data);
      await giveUp(getContext(), {
        id,
        reason: error.message,
        publicReason: publicTextOf(error),
        isFinal: isFinal(error),
      });
    },
  },
  async ({ event, step }) => {
    const { id, startAfterSeconds, traceparent = null } = event.data;
    if (startAfterSeconds > 0) await step.sleep("head-start", `${startAfterSeconds}s`);
    const state = await advance(getContext(), {
      id,
      traceparent,
      step: (name, run) => step.run(name, () => markFinal(run)),
    });
    return { id, state };
  },
);
