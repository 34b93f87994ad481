import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/**
 * A worst-case caller: repeats one request over many connections until it is killed, and prints the
 * statuses when its parent sends a message. The process behind `bench/one-caller.ts`.
 */
const task = z
  .object({
    url: z.url(),
    /** The caller's address. */
    caller: z.string(),
    method: z.string(),
    body: z.string().nullable(),
    /** Bytes of junk to send instead of a body. */
    junkBytes: z.number(),
    connections: z.number(),
    /** Event streams stay open. */
    isStream: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? ""));

const PAUSE_MS = 5;
const statuses: Record<string, number> = {};
let isStopping = false;

const junk =
  task.junkBytes > 0 ? JSON.stringify({ base64Image: "A".repeat(task.junkBytes) }) : null;
const body = junk ?? task.body;

async function ask(): Promise<void> {
  const answer = await fetch(task.url, {
    method: task.method,
    headers: { "x-forwarded-for": task.caller, "content-type": "application/json" },
    ...(body === null ? {} : { body }),
  });
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  if (task.isStream && answer.status === 200) {
    const reader = answer.body?.getReader();
    while (!isStopping && !(await reader?.read())?.done);
  } else {
    await answer.arrayBuffer();
  }
}

async function repeat(): Promise<void> {
  while (!isStopping) {
    await ask().catch(() => {
      statuses.broken = (statuses.broken ?? 0) + 1;
    });
    // A rejected caller retries at once, but does not spin.
    await sleep(PAUSE_MS);
  }
}

process.once("message", () => {
  isStopping = true;
  process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
});
process.send?.("ready");
await Promise.all(Array.from({ length: task.connections }, repeat));
