import { Cron } from "croner";
import type { EngineParts } from "@/sandbox/engine/parts";
import { insertEvents } from "@/sandbox/engine/receive-events";

const REFRESH_MS = 1_000;

/** A trigger may name its time zone first: `TZ=Europe/Paris 0 12 * * 5`. */
export function parseCron(expression: string): { pattern: string; timezone: string } {
  const match = /^(?:CRON_)?TZ=(\S+)\s+(.+)$/.exec(expression.trim());
  return match === null
    ? { pattern: expression.trim(), timezone: "UTC" }
    : { pattern: match[2] ?? "", timezone: match[1] ?? "UTC" };
}

/**
 * Starts the functions with a cron trigger at their times. The id of a tick's event is made of its
 * time, so that a tick happens once whoever fires it. Ticks missed while no engine ran are skipped.
 */
export async function runCrons(
  parts: EngineParts,
  onFired: () => void,
  signal: AbortSignal,
): Promise<void> {
  /** null = not a valid expression, said once. */
  const active = new Map<string, Cron | null>();

  const fire = async (functionId: string, expression: string, at: Date) => {
    const event = {
      id: `cron:${functionId}:${expression}:${at.toISOString()}`,
      name: "inngest/scheduled.timer",
      ts: at.getTime(),
      data: { cron: expression },
    };
    try {
      await insertEvents(parts.db, [event], functionId);
      onFired();
    } catch (error) {
      parts.log.warn({ err: error, functionId }, "a cron tick could not be stored");
    }
  };

  const refresh = () => {
    const wanted = new Set<string>();
    for (const { config } of parts.registry.all()) {
      for (const trigger of config.triggers) {
        if (!("cron" in trigger)) continue;
        const key = JSON.stringify([config.id, trigger.cron]);
        wanted.add(key);
        if (active.has(key)) continue;
        const { pattern, timezone } = parseCron(trigger.cron);
        try {
          const job = new Cron(pattern, { timezone, unref: true }, (self: Cron) => {
            const at = self.currentRun() ?? new Date();
            at.setMilliseconds(0);
            void fire(config.id, trigger.cron, at);
          });
          active.set(key, job);
        } catch (error) {
          active.set(key, null);
          parts.log.warn({ err: error, functionId: config.id }, "cron trigger is not valid");
        }
      }
    }
    for (const [key, job] of active) {
      if (wanted.has(key)) continue;
      job?.stop();
      active.delete(key);
    }
  };

  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearInterval(timer);
  for (const job of active.values()) job?.stop();
}
