import { once } from "node:events";
import http from "node:http";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/node";

export const SIGNING_KEY = `signkey-test-${"ab".repeat(32)}`;
export const EVENT_KEY = "event-key-of-the-tests";

/** The SDK's logger, silent. */
export function createLogger() {
  const silent = () => undefined;
  return { info: silent, warn: silent, error: silent, debug: silent };
}

/** The unmodified SDK in signed mode. */
export function createClient(engineUrl: string): Inngest {
  return new Inngest({
    id: "test",
    baseUrl: engineUrl,
    isDev: false,
    eventKey: EVENT_KEY,
    signingKey: SIGNING_KEY,
    logger: createLogger(),
  });
}

export type TestApp = { url: string; stop(): Promise<void> };

/** Serves functions like an app: the SDK's own handler on a real server. */
export async function startApp(
  client: Inngest,
  functions: InngestFunction.Like[],
  port = 0,
): Promise<TestApp> {
  const server = http.createServer(serve({ client, functions }));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/api/inngest`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
