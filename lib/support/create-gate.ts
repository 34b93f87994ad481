/** Thrown when too many wait already. */
export class GateFullError extends Error {
  override readonly name = "GateFullError";
}

/** Runs a task when it is its turn. */
export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Lets few tasks run at once and a bounded number wait, so that a burst costs time and not memory.
 * @throws GateFullError from the gate, at once, when `waitingMax` tasks wait already
 */
export function createGate(limits: { runningMax: number; waitingMax: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running >= limits.runningMax) {
      if (waiting.length >= limits.waitingMax) throw new GateFullError("Too many wait already");
      // Whoever ends hands over its place, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
