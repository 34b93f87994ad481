import { Agent, createServer, get, request as send } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "./listen";

const CHECK_EVERY_MS = 50;
/**
 * How long the checks of a backend have to fail before it is removed; one that refuses connections is
 * removed at once. A server repeats its result for a second, so that one late answer of its database
 * fails all checks of that second.
 */
const FAILED_MS = 1_800;

/**
 * A load balancer as operators run it: sends each request to the next backend whose `/readyz` was
 * 200 in the last seconds, over connections that it keeps, and never retries.
 */
export async function startBalancer(first: readonly string[]): Promise<{
  url: string;
  ready(): string[];
  /** Adds a backend; one that has stopped stays in the list, and is not ready. */
  add(target: string): void;
  stop(): Promise<void>;
}> {
  const targets: string[] = [];
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const check = async (target: string) => {
    let readyAt = performance.now();
    while (!stopping.signal.aborted) {
      const state = await checkReady(target);
      const now = performance.now();
      if (state === "ready") {
        readyAt = now;
        ready.add(target);
      } else if (state === "refused" || now - readyAt >= FAILED_MS) {
        ready.delete(target);
      }
      await sleep(CHECK_EVERY_MS);
    }
  };
  const checks: Promise<void>[] = [];
  const add = (target: string) => {
    targets.push(target);
    checks.push(check(target));
  };
  for (const target of first) add(target);
  let turn = 0;
  const server = createServer((request, response) => {
    const candidates = targets.filter((target) => ready.has(target));
    const target = candidates[turn++ % candidates.length];
    if (target === undefined) return response.writeHead(502).end("no backend is ready");
    const forwarded = send(
      new URL(request.url ?? "/", target),
      { agent, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        // A backend that is killed during its answer, or a client that leaves, ends both connections.
        pipeline(answer, response, () => undefined);
      },
    );
    forwarded.on("error", (error) => {
      if (!response.headersSent) response.writeHead(502).end(error.message);
    });
    return request.pipe(forwarded);
  });
  const { origin } = await listen(server);
  return {
    url: origin,
    ready: () => [...ready],
    add,
    async stop() {
      stopping.abort();
      await Promise.all(checks);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function checkReady(target: string): Promise<"ready" | "failed" | "refused"> {
  return new Promise((resolve) => {
    const asked = get(`${target}/readyz`, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? "ready" : "failed");
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : "failed"),
    );
  });
}
