import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";

/** A thread that does nothing: how late it wakes up is the machine's doing. */
const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
parentPort?.on("message", () => {
  parentPort?.postMessage(delays.max / 1e6);
  delays.reset();
});
