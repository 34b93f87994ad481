import type { Server } from "node:http";
import type { ServiceContext } from "@/lib/context";
import { registerFunctions } from "@/lib/drivers/jobs/register-functions";
import { required } from "@/lib/env";
import { createAlertWatch, EVALUATE_EVERY_MS } from "@/lib/features/alerts/watch-alerts";
import { moderateContent } from "@/lib/features/media/moderate-content";
import { relayOutbox } from "@/lib/features/outbox/relay-outbox";
import { SAMPLE_MS, sampleMetrics } from "@/lib/features/overview/sample-metrics";
import { WATCH_MS, watchStrain } from "@/lib/features/proof/watch-strain";
import { SETTINGS_MS } from "@/lib/features/settings/store/create-settings";
import { HEARTBEAT_MS } from "@/lib/features/storage/register-node";
import { getHealth } from "@/lib/features/system/get-health";
import { requeueTransactions } from "@/lib/features/transactions/sweep";
import { requestOverdueDeliveries } from "@/lib/features/webhooks/request-overdue-deliveries";
import { duringRequest } from "@/lib/support/calls/dependency";
import { repeatTask } from "@/lib/support/repeat-task";
import { renewOwnNode } from "./node-registration";

/** Images of external token launches that are fetched and classified at a time. */
const MODERATED_AT_ONCE = 8;

type Task = {
  name: string;
  everyMs: number;
  task: () => Promise<void>;
  /** Calls `runNow` when the task must not wait for its interval. */
  subscribe?: (runNow: () => void) => void;
};

/**
 * Starts the tasks that every web process runs itself: they feed the job engine, process a queue of
 * images, or have local state. Everything periodic is a schedule in `inngest/schedules.ts`.
 */
export function startBackgroundTasks(
  ctx: ServiceContext,
  options: { server: Server; signal: AbortSignal },
): void {
  const { log } = ctx;
  for (const { subscribe, ...task } of tasksOf(ctx, options)) {
    const { runNow } = repeatTask({ ...task, log, signal: options.signal });
    subscribe?.(runNow);
  }
}

function tasksOf(
  ctx: ServiceContext,
  { server, signal }: { server: Server; signal: AbortSignal },
): Task[] {
  const areFunctionsKnown = createFunctionRegistration(ctx, server);
  return [
    {
      name: "relay-outbox",
      everyMs: 2_000,
      async task() {
        // The engine drops an event unless it knows a function for it.
        if (await areFunctionsKnown()) await relayOutbox({ ctx });
      },
      subscribe(runNow) {
        ctx.outbox.onNew(runNow, signal);
        server.once("listening", runNow);
      },
    },
    {
      // Polled as well: a notification can be lost, and the block list is a file.
      name: "follow-moderation",
      everyMs: 500,
      task: () => ctx.decisions.refresh(),
      subscribe: (runNow) => void ctx.decisions.onNotice(runNow, signal),
    },
    { name: "read-settings", everyMs: SETTINGS_MS, task: () => ctx.settings.refresh() },
    { name: "register-node", everyMs: HEARTBEAT_MS, task: () => renewOwnNode({ ctx }) },
    { name: "requeue-transactions", everyMs: 5_000, task: () => requeueTransactions({ ctx }) },
    {
      name: "request-overdue-deliveries",
      everyMs: 5_000,
      task: () => requestOverdueDeliveries({ ctx }),
    },
    {
      // Detects a failed capability even without requests; waits no longer than a request.
      name: "check-health",
      everyMs: 5_000,
      async task() {
        await duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, () => getHealth({ ctx }));
      },
    },
    { name: "sample-metrics", everyMs: SAMPLE_MS, task: () => sampleMetrics({ ctx }) },
    { name: "watch-strain", everyMs: WATCH_MS, task: () => watchStrain({ ctx }) },
    { name: "track-progress", everyMs: 5_000, task: () => ctx.progress.sample() },
    ...alertTasks(ctx),
    ...moderationTasks(ctx),
  ];
}

function alertTasks(ctx: ServiceContext): Task[] {
  if (ctx.alertChannels.length === 0) return [];
  const task = createAlertWatch({ ctx, rules: ctx.alertRules() });
  return [{ name: "watch-alerts", everyMs: EVALUATE_EVERY_MS, task }];
}

/** Half of them take new images only, so that these never wait for slow ones. */
function moderationTasks(ctx: ServiceContext): Task[] {
  return Array.from({ length: MODERATED_AT_ONCE }, (_, n) => {
    const input = { isNew: n < MODERATED_AT_ONCE / 2 };
    return {
      name: "moderate-content",
      everyMs: 4_000,
      task: () => moderateContent({ ctx, input }),
    };
  });
}

/** Registers the functions of this release once. @returns whether the engine knows them */
function createFunctionRegistration({ env, jobs, log }: ServiceContext, server: Server) {
  const signingKey = required(env, "INNGEST_SIGNING_KEY");
  let isDone = false;
  return async (): Promise<boolean> => {
    if (isDone || !server.listening) return isDone;
    // Not an error while the engine starts; `/healthz` and the log report a longer outage.
    if ((await jobs.isHealthy()) === false) return false;
    const isModified = await registerFunctions({ ownUrl: env.ownUrl, signingKey });
    isDone = true;
    log.info({ isModified }, "functions registered with the job engine");
    return true;
  };
}
