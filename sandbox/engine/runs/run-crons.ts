import { setTimeout as delay } from "node:timers/promises";
import { Cron } from "croner";
import type { EngineParts } from "@/sandbox/engine/parts";
import { insertEvents } from "@/sandbox/engine/runs/receive-events";

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `waitMs`, or as soon as `signal` is aborted. */
  sleep(waitMs: number, signal: AbortSignal): Promise<void>;
};

type Trigger = { functionId: string; expression: string };
type Hooks = {
  /** Whether a tick would reach the app now. */
  isAppReachable(): boolean;
  /** Ticks were stored. */
  onFired(): void;
};

/** Longest time between two looks at the registered functions. */
const POLL_MS = 1_000;
/** A tick that is older was missed: the process was suspended. */
const LATE_MAX_MS = 10_000;

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  async sleep(waitMs, signal) {
    try {
      await delay(waitMs, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};

/** A trigger may name its time zone first: `TZ=Europe/Paris 0 12 * * 5`. */
export function parseCron(expression: string): { pattern: string; timezone: string } {
  const match = /^(?:CRON_)?TZ=(\S+)\s+(.+)$/.exec(expression.trim());
  return match === null
    ? { pattern: expression.trim(), timezone: "UTC" }
    : { pattern: match[2] ?? "", timezone: match[1] ?? "UTC" };
}

/**
 * Runs functions with a cron trigger at their times until `signal` is aborted. The id of a tick's
 * event contains its time, so a tick runs once even if two engines or a changed clock repeat it.
 * Ticks are skipped, not caught up, while the engine or the app is down.
 */
export async function runCrons(
  parts: EngineParts,
  clock: Clock,
  hooks: Hooks,
  signal: AbortSignal,
): Promise<void> {
  const schedules = createSchedules(parts);
  let checkedMs = clock.now();
  while (!signal.aborted) {
    const nowMs = clock.now();
    const fromMs = Math.max(checkedMs, nowMs - LATE_MAX_MS);
    checkedMs = nowMs;
    let nextMs = nowMs + POLL_MS;
    let hasFired = false;
    for (const { config } of parts.registry.all()) {
      for (const trigger of config.triggers) {
        if (!("cron" in trigger)) continue;
        const source = { functionId: config.id, expression: trigger.cron };
        let tick = schedules.nextTick(source, fromMs);
        while (tick !== null && tick.getTime() <= nowMs) {
          if (hooks.isAppReachable()) hasFired = (await fire(parts, source, tick)) || hasFired;
          tick = schedules.nextTick(source, tick.getTime());
        }
        if (tick !== null) nextMs = Math.min(nextMs, tick.getTime());
      }
    }
    if (hasFired) hooks.onFired();
    await clock.sleep(Math.max(1, nextMs - clock.now()), signal);
  }
}

/** @returns whether the tick was stored */
async function fire(parts: EngineParts, trigger: Trigger, tick: Date): Promise<boolean> {
  const event = {
    id: `cron:${trigger.functionId}:${trigger.expression}:${tick.toISOString()}`,
    name: "inngest/scheduled.timer",
    ts: tick.getTime(),
    data: { cron: trigger.expression },
  };
  try {
    await insertEvents(parts.db, [event], trigger.functionId);
    return true;
  } catch (error) {
    parts.log.warn({ err: error, ...trigger, tick }, "cron tick skipped: database unavailable");
    return false;
  }
}

/** Parses each cron expression once; an invalid one is logged once and never ticks. */
function createSchedules(parts: EngineParts) {
  const parsed = new Map<string, Cron | null>();
  const parse = ({ functionId, expression }: Trigger): Cron | null => {
    try {
      const { pattern, timezone } = parseCron(expression);
      const cron = new Cron(pattern, { timezone, paused: true });
      // An unknown time zone shows only here.
      cron.nextRun();
      return cron;
    } catch (error) {
      parts.log.warn({ err: error, functionId, expression }, "cron trigger is invalid");
      return null;
    }
  };
  return {
    /** The first tick after a moment; null when there is none. */
    nextTick(trigger: Trigger, afterMs: number): Date | null {
      let cron = parsed.get(trigger.expression);
      if (cron === undefined) {
        cron = parse(trigger);
        parsed.set(trigger.expression, cron);
      }
      return cron?.nextRun(new Date(afterMs)) ?? null;
    },
  };
}
