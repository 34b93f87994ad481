import { createServer } from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "@/lib/drivers/metrics/create-metrics";
import { createIdentify } from "@/lib/http/identify";
import { createCallers } from "@/lib/http/limits/callers";
import { send } from "@/lib/http/response/send";
import { createLog } from "@/lib/log";
import { listen } from "../../setup/servers/listen";

/** Of a request that was delayed, waited for its turn and runs in a line, with two slots and a time limit. */
const OWN_LISTENERS = 6;

let server: ReturnType<typeof createServer> | null = null;
const warnings: string[] = [];
const note = (warning: Error) => warnings.push(warning.message);
afterEach(() => {
  process.off("warning", note);
  server?.closeAllConnections();
  server?.close();
});

describe("a response", () => {
  it("causes no warning of Node when a busy server streams a file", async () => {
    process.on("warning", note);
    const identify = createIdentify({
      env: { LOG_LEVEL: "silent" },
      log: createLog({ LOG_LEVEL: "silent" }, "test"),
      metrics: createMetrics(),
      callers: createCallers({ trustedHops: 0, exempt: [], isPublic: true }),
      checkHost: ({ url }) => url ?? "/",
      headers: [],
      onEnd: () => undefined,
    });
    server = createServer((request, response) => {
      const exchange = identify(request, response);
      for (let count = 0; count < OWN_LISTENERS; count += 1) response.once("close", () => count);
      const body = Readable.from([Buffer.alloc(100), Buffer.alloc(100)]);
      void send(exchange, { status: 200, headers: [], body });
    });
    const { origin } = await listen(server);
    const response = await fetch(`${origin}/videos/1/segment-0000.m4s`);
    expect((await response.arrayBuffer()).byteLength).toBe(200);
    expect(warnings).toEqual([]);
  });
});
