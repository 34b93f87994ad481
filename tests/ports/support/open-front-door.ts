import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { readEnv } from "@/lib/env";
import { createFrontDoor } from "@/lib/http/front-door";
import { createMetrics } from "@/lib/metrics/create-metrics";

type Options = Parameters<typeof createFrontDoor>[0];

/**
 * A front door with nothing behind it but what is given, on a port of its own for the tests of the
 * file that calls it.
 * @returns where it is reached, from the first test on
 */
export function openFrontDoor(options: Partial<Options> & Pick<Options, "next">): () => string {
  const server = createServer(
    createFrontDoor({
      env: readEnv({}),
      log: pino({ level: "silent" }),
      metrics: createMetrics(),
      reads: null,
      streams: { serve: () => false, close: () => undefined, count: () => 0, dropped: () => 0 },
      contents: [],
      isDraining: () => false,
      ...options,
    }),
  );
  let baseUrl = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("no port");
    baseUrl = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => server.close());
  return () => baseUrl;
}
