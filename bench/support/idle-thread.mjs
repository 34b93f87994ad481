import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort } from "node:worker_threads";

/** An idle thread: its delay is caused by the machine. */
const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();
parentPort?.on("message", () => {
  parentPort?.postMessage(delays.max / 1e6);
  delays.reset();
});
