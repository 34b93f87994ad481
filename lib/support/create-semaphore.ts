import pLimit from "p-limit";

/** Thrown when too many tasks wait already. */
export class SemaphoreFullError extends Error {
  override readonly name = "SemaphoreFullError";
}

/** Runs a task when it is its turn. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs few tasks at once and lets a bounded number wait, so that a burst costs time and not memory.
 * @throws SemaphoreFullError from the semaphore, at once, when `waitingMax` tasks wait already
 */
export function createSemaphore(limits: { runningMax: number; waitingMax: number }): Semaphore {
  const limit = pLimit(limits.runningMax);
  const totalMax = limits.runningMax + limits.waitingMax;

  return async (task) => {
    const total = limit.activeCount + limit.pendingCount;
    if (total >= totalMax) throw new SemaphoreFullError("Too many tasks wait already");
    return limit(task);
  };
}
