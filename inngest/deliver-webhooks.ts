import { getContext } from "@/lib/context";
import { deliverWebhooks } from "@/lib/features/webhooks/deliver-webhooks";
import { inngest } from "./client";
import { webhookDue } from "./events";

/** Rounds of one run; the web servers start the next run. */
const ROUNDS_MAX = 40;
/** Longer pauses end the run; the web servers start the next run. */
const PAUSE_MAX_MS = 90_000;

/**
 * Sends the deliveries of one webhook. Its runs do not share a limit with those of other webhooks, so
 * a slow endpoint delays only its own events; only the embedded engine limits all runs of a function.
 * Step ids are permanent.
 */
export const deliverToWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [webhookDue],
    retries: 4,
    concurrency: [{ key: "event.data.id", limit: 1 }],
  },
  async ({ event, step }) => {
    const { id } = event.data;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const dueInMs = await step.run(`deliver-${round}`, () =>
        deliverWebhooks({ ctx: getContext(), input: { id } }),
      );
      if (dueInMs === null || dueInMs > PAUSE_MAX_MS) break;
      if (dueInMs > 0) await step.sleep(`pause-${round}`, Math.max(dueInMs, 1_000));
    }
    return { id };
  },
);
