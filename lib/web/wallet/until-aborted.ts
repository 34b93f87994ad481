/**
 * The result of a request, or the signal's reason once it is aborted: a wallet may never respond. The
 * request itself goes on.
 */
export async function untilAborted<Result>(
  signal: AbortSignal,
  request: Promise<Result>,
): Promise<Result> {
  let stop = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([request, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
