import { Agent, get } from "node:http";

const EVERY_MS = 20;

/**
 * Sends 50 requests a second, however long the responses take, until stopped. Every response other
 * than 200 is a failure.
 * @param paths requested in turn
 */
export function sendLoad(
  baseUrl: string,
  paths: readonly string[],
  headers: Record<string, string> = {},
) {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  let served = 0;

  const request = (path: string) =>
    new Promise<void>((resolve) => {
      const fail = (reason: string) => {
        failures.push(`${path}: ${reason}`);
        resolve();
      };
      get(`${baseUrl}${path}`, { agent, headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          if (response.statusCode !== 200) text += chunk.toString();
        });
        response.on("error", (error) => fail(error.message));
        response.on("end", () => {
          if (response.statusCode !== 200) return fail(`${response.statusCode} ${text}`);
          served += 1;
          return resolve();
        });
      }).on("error", (error) => fail(error.message));
    });

  const timer = setInterval(() => {
    const one = request(paths[sent++ % paths.length] ?? "/").finally(() => pending.delete(one));
    pending.add(one);
  }, EVERY_MS);

  return {
    served: () => served,
    /** Waits for the last responses. @returns the failed requests */
    async stop(): Promise<string[]> {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return failures;
    },
  };
}
