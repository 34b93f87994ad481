import { getContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { sendDueDeliveries } from "@/lib/features/webhooks/send-due-deliveries";
import { inngest } from "./client";
import { webhookDue } from "./events";

/** Rounds of one run; the web servers start the next run. */
const ROUNDS_MAX = 40;
/** Longer pauses end the run; the web servers start the next run. */
const PAUSE_MAX_MS = 90_000;
/**
 * Maximum concurrent deliveries of all webhooks. The embedded engine runs 40 calls at a time; the rest is for launches.
 * Not set on Inngest Cloud, whose plans limit concurrency themselves.
 */
const DELIVERIES_MAX = 30;
const ONE_RUN = { key: "event.data.id", limit: 1 };

/**
 * Sends the deliveries of one webhook. A slow endpoint delays only its own events, unless 30 are slow at the same
 * time. Step ids are permanent.
 */
export const deliverWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [webhookDue],
    retries: 4,
    concurrency:
      readEnv().INNGEST_BASE_URL === undefined ? [ONE_RUN] : [ONE_RUN, { limit: DELIVERIES_MAX }],
  },
  async ({ event, step }) => {
    const { id } = event.data;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const dueInMs = await step.run(`deliver-${round}`, () =>
        sendDueDeliveries({ ctx: getContext(), input: { id } }),
      );
      if (dueInMs === null || dueInMs > PAUSE_MAX_MS) break;
      if (dueInMs > 0) await step.sleep(`pause-${round}`, Math.max(dueInMs, 1_000));
    }
    return { id };
  },
);
