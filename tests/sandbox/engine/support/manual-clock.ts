import type { Clock } from "@/sandbox/engine/runs/run-crons";

export type ManualClock = Clock & {
  /** Sets the time, then waits until the code under test sleeps again. */
  set(iso: string): Promise<void>;
};

type Sleeper = { untilMs: number; wake: () => void };

/** A clock that stands still until a test sets it. */
export function createManualClock(startIso: string): ManualClock {
  let nowMs = Date.parse(startIso);
  let sleepers: Sleeper[] = [];
  let onSleep: () => void = () => undefined;

  const nextSleep = () =>
    new Promise<void>((resolve) => {
      onSleep = resolve;
    });

  return {
    now: () => nowMs,
    async sleep(waitMs, signal) {
      let sleeper: Sleeper | undefined;
      const asleep = new Promise<void>((resolve) => {
        sleeper = { untilMs: nowMs + waitMs, wake: resolve };
        sleepers.push(sleeper);
      });
      const cancel = () => sleeper?.wake();
      signal.addEventListener("abort", cancel, { once: true });
      onSleep();
      await asleep;
      signal.removeEventListener("abort", cancel);
      sleepers = sleepers.filter((other) => other !== sleeper);
    },
    async set(iso) {
      if (sleepers.length === 0) await nextSleep();
      nowMs = Date.parse(iso);
      const due = sleepers.filter((sleeper) => sleeper.untilMs <= nowMs);
      if (due.length === 0) return;
      const asleepAgain = nextSleep();
      for (const sleeper of due) sleeper.wake();
      await asleepAgain;
    },
  };
}
