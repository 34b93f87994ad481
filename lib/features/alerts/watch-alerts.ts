import type { ServiceContext } from "@/lib/context";
import { type AlertRule, describeAlert, type FiringAlert, firingAt } from "./rules/alert-rule";
import { createMetricHistory } from "./rules/metric-history";
import type { Alert } from "./store/create-alert-store";

type Ctx = Pick<ServiceContext, "alertChannels" | "alerts" | "clock" | "env" | "log" | "metrics">;

/** Nodes look once a minute; an alert that two looks have missed is over. */
export const LOOK_MS = 60_000;
const GONE_MS = 2.5 * LOOK_MS;

/**
 * Evaluates this node's metrics and notifies the operator of alerts that begin and end. All nodes
 * run it and share the alerts in the database; while that is down, each node notifies on its own.
 * @returns a function that looks once
 */
export function createAlertWatch(options: {
  ctx: Ctx;
  rules: readonly AlertRule[];
}): () => Promise<void> {
  const { ctx, rules } = options;
  const history = createMetricHistory();
  /** Alerts that this node delivered while the database was down. */
  let alone: FiringAlert[] = [];

  async function look(): Promise<FiringAlert[]> {
    history.add((await ctx.metrics.render()).text);
    const series = history.series();
    const minute = history.newest();
    return rules.flatMap((rule) =>
      firingAt(rule, series, minute).map((sample) => describeAlert(rule, sample)),
    );
  }

  async function share(firing: readonly FiringAlert[]): Promise<void> {
    await ctx.alerts.see(firing);
    await ctx.alerts.endBefore(new Date(ctx.clock.now().getTime() - GONE_MS));
    const due = await ctx.alerts.claim();
    await Promise.all(due.map((alert) => tellAll(ctx, alert)));
    alone = [];
  }

  return async () => {
    const firing = await look();
    try {
      await share(firing);
    } catch (err) {
      const isTold = (one: FiringAlert) =>
        alone.some(({ name, labels }) => name === one.name && labels === one.labels);
      const fresh = firing.filter((one) => !isTold(one));
      alone = [...alone, ...fresh];
      const texts = fresh.map((alert) => textOf(ctx, { ...alert, endedAt: null }));
      await Promise.all(
        ctx.alertChannels.flatMap((channel) => texts.map((text) => tell(ctx, channel, text))),
      );
      throw err;
    }
  };
}

async function tellAll(ctx: Ctx, alert: Alert): Promise<void> {
  const missing = ctx.alertChannels.filter(({ name }) => !alert.told.includes(name));
  const results = await Promise.all(
    missing.map(async (channel) =>
      (await tell(ctx, channel, textOf(ctx, alert))) ? [channel.name] : [],
    ),
  );
  const told = [...alert.told, ...results.flat()];
  await ctx.alerts.setTold(alert, told, results.flat().length === missing.length);
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
