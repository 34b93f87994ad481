import pLimit from "p-limit";

/** Thrown when the queue is full. */
export class SemaphoreFullError extends Error {
  override readonly name = "SemaphoreFullError";
}

/** Runs a task when a slot is free. */
export type Semaphore = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Runs few tasks at once with a bounded queue, so that a burst costs time and not memory.
 * @throws SemaphoreFullError immediately when `waitingMax` tasks are queued
 */
export function createSemaphore(limits: { runningMax: number; waitingMax: number }): Semaphore {
  const limit = pLimit(limits.runningMax);
  const totalMax = limits.runningMax + limits.waitingMax;

  return async (task) => {
    const total = limit.activeCount + limit.pendingCount;
    if (total >= totalMax) throw new SemaphoreFullError("The task queue is full");
    return limit(task);
  };
}
