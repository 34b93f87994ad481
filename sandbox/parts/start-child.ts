import { get } from "node:http";
import { join } from "node:path";
import { onNoResponse } from "@/lib/shared/http/on-no-response";
import type { PreparedStart, Variables } from "../prepare";
import { type ChildOptions, ManagedChild } from "../process/managed-child";
import { type Shutdown, STOP_ORDER } from "./shutdown";

/** Time limit of each stop; together below five seconds. */
const GRACE_MS = { demo: 300, app: 2200, engine: 500, store: 300, base: 0 } as const;

/** Whether a URL returns a success. */
export function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: 5000, agent: false }, (response) => {
      response.resume();
      resolve((response.statusCode ?? 500) < 400);
    });
    request.on("timeout", () => request.destroy());
    onNoResponse(request, () => resolve(false));
  });
}

/**
 * Starts a process of dist/ and keeps it alive; returns when it is ready.
 * @param options.describe text after the part's name in its progress line
 */
export async function startChild(
  prepared: PreparedStart,
  shutdown: Shutdown,
  options: {
    name: string;
    bundle: string;
    order: keyof typeof STOP_ORDER;
    variables: Variables;
    isReady: ChildOptions["isReady"];
    describe: string;
    args?: readonly string[];
    nodeOptions?: readonly string[];
    keepAlive?: boolean;
  },
): Promise<ManagedChild> {
  const { env, flags, root, terminal } = prepared;
  const started = performance.now();
  const child = new ManagedChild({
    name: options.name,
    script: join(root, "dist", `${options.bundle}.mjs`),
    args: options.args ?? [],
    nodeOptions: options.nodeOptions ?? [],
    env: { ...prepared.envOf(options.variables), NEXT_TELEMETRY_DISABLED: "1" },
    dataDir: env.dataDir,
    terminal,
    isReady: options.isReady,
    keepAlive: options.keepAlive ?? true,
    // `next dev` reports compilation in plain lines, which a developer wants to see.
    plainLevel: flags.dev || options.keepAlive === false ? "shown" : "info",
  });
  await shutdown.add(STOP_ORDER[options.order], () => child.stop(GRACE_MS[options.order]));
  await child.start();
  terminal.progress(options.name, options.describe, performance.now() - started);
  return child;
}
