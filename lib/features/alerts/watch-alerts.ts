import type { ServiceContext } from "@/lib/context";
import { duringRequest } from "@/lib/support/calls/dependency";
import {
  type AlertRule,
  describeAlert,
  type FiringAlert,
  firingAt,
  minutesReadBy,
} from "./rules/alert-rule";
import { createMetricHistory } from "./rules/metric-history";
import type { Alert } from "./store/create-alert-store";

type Ctx = Pick<ServiceContext, "alertChannels" | "alerts" | "clock" | "env" | "log" | "metrics">;

/** Nodes evaluate once a minute; an alert that did not fire in two evaluations is over. */
export const EVALUATE_EVERY_MS = 60_000;
const GONE_MS = 2.5 * EVALUATE_EVERY_MS;

/** An alert that this node delivered on its own, and the channels that accepted it. */
type UnsharedAlert = { alert: FiringAlert; notifiedChannels: Set<string> };

/**
 * Evaluates this node's metrics and notifies the operator of alerts that begin and end. All nodes
 * run it and share the alerts in the database; while that is down or hangs, each node notifies on its
 * own.
 * @returns a function that evaluates once
 */
export function createAlertWatch(options: {
  ctx: Ctx;
  rules: readonly AlertRule[];
}): () => Promise<void> {
  const { ctx, rules } = options;
  const history = createMetricHistory();
  let unshared: UnsharedAlert[] = [];
  /** Firing alerts that the database has: they were delivered, or are as soon as it responds. */
  let shared: readonly FiringAlert[] = [];

  async function evaluate(): Promise<FiringAlert[]> {
    history.add((await bounded(ctx, () => ctx.metrics.render())).text);
    const series = history.series();
    const minute = history.newest();
    return rules.flatMap((rule) =>
      firingAt(rule, series, minute).map((sample) => describeAlert(rule, sample)),
    );
  }

  /** After a start the history is too short for rules that must hold for longer. */
  const unjudged = (): string[] =>
    rules.filter((rule) => minutesReadBy(rule) > history.newest()).map(({ name }) => name);

  async function share(firing: readonly FiringAlert[]): Promise<void> {
    const due = await bounded(ctx, async () => {
      await ctx.alerts.recordFiring(firing);
      await ctx.alerts.endBefore(new Date(ctx.clock.now().getTime() - GONE_MS), unjudged());
      return ctx.alerts.claim();
    });
    // Before the delivery: one that cannot be recorded must not be repeated by this node on its own.
    unshared = [];
    shared = firing;
    await Promise.all(due.map((alert) => notifyAll(ctx, alert)));
  }

  /** Delivers to the channels that have not accepted an alert yet. */
  async function notifyUnshared({ alert, notifiedChannels }: UnsharedAlert): Promise<void> {
    const text = textOf(ctx, { ...alert, endedAt: null });
    const missing = ctx.alertChannels.filter(({ name }) => !notifiedChannels.has(name));
    await Promise.all(
      missing.map(async (channel) => {
        if (await notify(ctx, channel, text)) notifiedChannels.add(channel.name);
      }),
    );
  }

  /** Reports the end of alerts that the database does not know. */
  async function endUnshared(over: readonly UnsharedAlert[]): Promise<void> {
    const endedAt = ctx.clock.now();
    await Promise.all(
      over.flatMap(({ alert, notifiedChannels }) =>
        ctx.alertChannels
          .filter(({ name }) => notifiedChannels.has(name))
          .map((channel) => notify(ctx, channel, textOf(ctx, { ...alert, endedAt }))),
      ),
    );
  }

  return async () => {
    const firing = await evaluate();
    await endUnshared(unshared.filter(({ alert }) => !firing.some((one) => isSame(one, alert))));
    unshared = unshared.filter(({ alert }) => firing.some((one) => isSame(one, alert)));
    shared = shared.filter((alert) => firing.some((one) => isSame(one, alert)));
    try {
      await share(firing);
    } catch (err) {
      const known = [...shared, ...unshared.map(({ alert }) => alert)];
      const fresh = firing.filter((one) => !known.some((alert) => isSame(one, alert)));
      unshared = [
        ...unshared,
        ...fresh.map((alert) => ({ alert, notifiedChannels: new Set<string>() })),
      ];
      await Promise.all(unshared.map(notifyUnshared));
      throw err;
    }
  };
}

const isSame = (one: FiringAlert, other: FiringAlert) =>
  one.name === other.name && one.labels === other.labels;

/** With the limits of a request: background work waits for a database that hangs. */
const bounded = <T>(ctx: Ctx, run: () => Promise<T>): Promise<T> =>
  duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, run);

async function notifyAll(ctx: Ctx, alert: Alert): Promise<void> {
  const missing = ctx.alertChannels.filter(({ name }) => !alert.notifiedChannels.includes(name));
  const results = await Promise.all(
    missing.map(async (channel) =>
      (await notify(ctx, channel, textOf(ctx, alert))) ? [channel.name] : [],
    ),
  );
  const notifiedChannels = [...alert.notifiedChannels, ...results.flat()];
  const isDone = results.flat().length === missing.length;
  await bounded(ctx, () => ctx.alerts.recordDelivery(alert, notifiedChannels, isDone));
}

/** @returns whether the channel accepted it; it is tried again otherwise */
async function notify(ctx: Ctx, channel: Ctx["alertChannels"][number], text: string) {
  try {
    await channel.send(text);
    return true;
  } catch (err) {
    ctx.log.warn({ err, channel: channel.name }, "an alert was not delivered");
    return false;
  }
}

/** The first line is the subject of an email. */
function textOf(
  ctx: Ctx,
  alert: Pick<Alert, "name" | "severity" | "summary" | "runbook" | "endedAt">,
): string {
  const { name, severity, summary, runbook, endedAt } = alert;
  const state = endedAt === null ? severity : "over";
  const host = new URL(ctx.env.publicUrl).host;
  return `[${state}] ${name} at ${host}\n\n${summary}\n\nWhat to do: ${runbook}\n`;
}
