import { createServer } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { readEnv } from "@/lib/env";
import { createFrontDoor } from "@/lib/http/front-door";
import { createMetrics } from "@/lib/metrics/create-metrics";

type Options = Partial<Parameters<typeof createFrontDoor>[0]> &
  Pick<Parameters<typeof createFrontDoor>[0], "next">;

/** A front door with nothing behind it but what is given, on a port of its own. */
export async function startFrontDoor(
  options: Options,
): Promise<{ baseUrl: string; port: number; stop(): void }> {
  const server = createServer(
    createFrontDoor({
      env: readEnv({}),
      log: pino({ level: "silent" }),
      metrics: createMetrics(),
      reads: null,
      streams: { serve: () => false, close: () => undefined, count: () => 0, dropped: () => 0 },
      contents: [],
      work: { enter: () => null },
      isDraining: () => false,
      ...options,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const { port } = address;
  return { baseUrl: `http://127.0.0.1:${port}`, port, stop: () => void server.close() };
}

/**
 * The same for all tests of the file that calls it.
 * @returns where it is reached, from the first test on
 */
export function openFrontDoor(options: Options): () => string {
  let running: Awaited<ReturnType<typeof startFrontDoor>> | null = null;
  beforeAll(async () => {
    running = await startFrontDoor(options);
  });
  afterAll(() => running?.stop());
  return () => running?.baseUrl ?? "";
}
