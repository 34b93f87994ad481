import { existsSync, writeFileSync } from "node:fs";
import { parentPort, threadId, workerData } from "node:worker_threads";
import { z } from "zod";

/**
 * A classifier thread that fails in the way that its first frame's first byte selects; 5 reports which
 * thread it is.
 */
const request = z.object({ id: z.number(), frames: z.array(z.instanceof(Uint8Array)) });
void workerData;

parentPort?.on("message", (message: unknown) => {
  const { id, frames } = request.parse(message);
  const [fault = 0] = frames[0] ?? [];
  const marker = Buffer.from((frames[0] ?? new Uint8Array()).slice(1, 200))
    .toString()
    .split("\0")[0];
  if (fault === 1) throw new Error("broken on purpose");
  if (fault === 2) return;
  if (fault === 3 && marker && !existsSync(marker)) {
    writeFileSync(marker, "seen");
    process.exit(1);
  }
  const scores = frames.map(() => ({
    Drawing: fault === 5 ? 1 - 1 / threadId : 0,
    Hentai: 0,
    Neutral: fault === 5 ? 1 / threadId : fault === 4 ? 7 : 1,
    Porn: 0,
    Sexy: 0,
  }));
  parentPort?.postMessage({ type: "scores", id, scores });
});
