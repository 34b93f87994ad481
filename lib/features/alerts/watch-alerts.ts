import type { ServiceContext } from "@/lib/context";
import { duringRequest } from "@/lib/support/dependency";
import { type AlertRule, describeAlert, type FiringAlert, firingAt } from "./rules/alert-rule";
import { createMetricHistory } from "./rules/metric-history";
import type { Alert } from "./store/create-alert-store";

type Ctx = Pick<ServiceContext, "alertChannels" | "alerts" | "clock" | "env" | "log" | "metrics">;

/** Nodes look once a minute; an alert that two looks have missed is over. */
export const LOOK_MS = 60_000;
const GONE_MS = 2.5 * LOOK_MS;

/** An alert that this node delivered on its own, and the channels that accepted it. */
type LonelyAlert = { alert: FiringAlert; told: Set<string> };

/**
 * Evaluates this node's metrics and notifies the operator of alerts that begin and end. All nodes
 * run it and share the alerts in the database; while that is down or hangs, each node notifies on its
 * own.
 * @returns a function that looks once
 */
export function createAlertWatch(options: {
  ctx: Ctx;
  rules: readonly AlertRule[];
}): () => Promise<void> {
  const { ctx, rules } = options;
  const history = createMetricHistory();
  let alone: LonelyAlert[] = [];

  async function look(): Promise<FiringAlert[]> {
    history.add((await bounded(ctx, () => ctx.metrics.render())).text);
    const series = history.series();
    const minute = history.newest();
    return rules.flatMap((rule) =>
      firingAt(rule, series, minute).map((sample) => describeAlert(rule, sample)),
    );
  }

  async function share(firing: readonly FiringAlert[]): Promise<void> {
    const due = await bounded(ctx, async () => {
      await ctx.alerts.see(firing);
      await ctx.alerts.endBefore(new Date(ctx.clock.now().getTime() - GONE_MS));
      return ctx.alerts.claim();
    });
    await Promise.all(due.map((alert) => tellAll(ctx, alert)));
  }

  /** Delivers to the channels that have not accepted an alert yet. */
  async function tellAlone({ alert, told }: LonelyAlert): Promise<void> {
    const text = textOf(ctx, { ...alert, endedAt: null });
    const missing = ctx.alertChannels.filter(({ name }) => !told.has(name));
    await Promise.all(
      missing.map(async (channel) => {
        if (await tell(ctx, channel, text)) told.add(channel.name);
      }),
    );
  }

  /** Reports the end of alerts that the database does not know. */
  async function endAlone(over: readonly LonelyAlert[]): Promise<void> {
    const endedAt = ctx.clock.now();
    await Promise.all(
      over.flatMap(({ alert, told }) =>
        ctx.alertChannels
          .filter(({ name }) => told.has(name))
          .map((channel) => tell(ctx, channel, textOf(ctx, { ...alert, endedAt }))),
      ),
    );
  }

  return async () => {
    const firing = await look();
    await endAlone(alone.filter(({ alert }) => !firing.some((one) => isSame(one, alert))));
    alone = alone.filter(({ alert }) => firing.some((one) => isSame(one, alert)));
    try {
      await share(firing);
      alone = [];
    } catch (err) {
      const fresh = firing.filter((one) => !alone.some(({ alert }) => isSame(one, alert)));
      alone = [...alone, ...fresh.map((alert) => ({ alert, told: new Set<string>() }))];
      await Promise.all(alone.map(tellAlone));
      throw err;
    }
  };
}

const isSame = (one: FiringAlert, other: FiringAlert) =>
  one.name === other.name && one.labels === other.labels;

/** With the limits of a request: background work waits for a database that hangs. */
const bounded = <T>(ctx: Ctx, run: () => Promise<T>): Promise<T> =>
  duringRequest(ctx.env.DEPENDENCY_TIMEOUT_MS, run);

async function tellAll(ctx: Ctx, alert: Alert): Promise<void> {
  const missing = ctx.alertChannels.filter(({ name }) => !alert.told.includes(name));
  const results = await Promise.all(
    missing.map(async (channel) =>
      (await tell(ctx, channel, textOf(ctx, alert))) ? [channel.name] : [],
    ),
  );
  const told = [...alert.told, ...results.flat()];
  const isDone = results.flat().length === missing.length;
  await bounded(ctx, () => ctx.alerts.setTold(alert, told, isDone));
}

/** @returns whether the channel accepted it; it is tried again otherwise */
async function tell(ctx: Ctx, channel: Ctx["alertChannels"][number], text: string) {
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
