import type { PreparedStart } from "../prepare";
import type { RunningParts } from "../start-parts";
import type { Shutdown } from "./shutdown";
import { startChild } from "./start-child";

/**
 * Starts the demo process, which launches and trades; everything stops when it ends by itself
 * (`--minutes`).
 */
export async function startDemo(
  prepared: PreparedStart,
  shutdown: Shutdown,
  running: RunningParts,
  onEnd: () => void,
): Promise<void> {
  const { flags } = prepared;
  const child = await startChild(prepared, shutdown, {
    name: "demo",
    bundle: "demo",
    order: "demo",
    variables: running.variables,
    args: [
      `--url=${prepared.env.ownUrl}`,
      ...(flags.minutes === null ? [] : [`--minutes=${flags.minutes}`]),
      ...(flags.seed === null ? [] : [`--seed=${flags.seed}`]),
    ],
    isReady: "message",
    describe: flags.minutes === null ? "launching and trading" : `for ${flags.minutes} min`,
    keepAlive: false,
  });
  child.ended.then(onEnd);
}
