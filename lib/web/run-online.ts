import { onlineManager } from "@tanstack/react-query";

/** An action was not started because the browser is offline. */
export class OfflineError extends Error {
  override readonly name = "OfflineError";

  constructor() {
    super("You’re offline");
  }
}

/**
 * Runs `work` unless the browser is offline. React Query would store it and run it when the browser is
 * online again, which is unexpected, also after its dialog was closed.
 * @param isResumed whether `work` continues what was sent before: then it waits for the network
 * @throws OfflineError
 */
export async function runOnline<Result>(
  work: () => Promise<Result>,
  isResumed = false,
): Promise<Result> {
  if (!onlineManager.isOnline()) {
    if (!isResumed) throw new OfflineError();
    await untilOnline();
  }
  return work();
}

function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return;
      stop();
      resolve();
    });
  });
}
