import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { readEnv } from "@/lib/env";
import { describeSuccess } from "@/lib/http/render";
import type { RouteHandler } from "@/lib/http/route";
import { createReadServer } from "@/lib/http/serve-reads";
import { createMetrics } from "@/lib/metrics/create-metrics";
import { OPERATIONS } from "@/lib/operations/all";
import { createLimiter } from "@/lib/ratelimit/limiter";
import { openFrontDoor } from "./support/open-front-door";

const operation = OPERATIONS.listTokens;
const PATH = operation.path.replace("{chain}", "base");
const answer = describeSuccess(operation, { data: [] }, 200);
const list: RouteHandler = Object.assign(async () => new Response(answer.body), {
  operation,
  open: () => ({ input: { params: {}, query: {} }, ignored: [], produce: async () => answer }),
});

const env = readEnv({ RATE_LIMIT_EXEMPT: "127.0.0.1" });
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
const metrics = createMetrics();
const onFailure = (err: unknown) => log.error({ err }, "the store was asked");
// Whoever is exempt is not counted, so nothing is asked of the store.
const limiter = createLimiter({ store: { redisUrl: "redis://127.0.0.1:9" }, onFailure });
const baseUrl = openFrontDoor({
  env,
  log,
  metrics,
  next: (_request, response) => response.writeHead(404).end(),
  reads: createReadServer({ ctx: { env, log, limiter }, routes: [list], bytesMax: 1_000_000 }),
});

it("logs the answer that was computed and none of those that were held, which it counts", async () => {
  const HITS = 5;
  for (let i = 0; i <= HITS; i += 1) {
    const response = await fetch(`${baseUrl()}${PATH}`);
    expect(response.headers.get("cache-status")).toContain(i === 0 ? "fwd=miss" : "hit");
    await response.arrayBuffer();
  }
  await vi.waitFor(async () => {
    const { text } = await metrics.render();
    expect(text).toMatch(
      new RegExp(`slipway_http_requests_total\\{operation="${operation.id}".*\\} ${HITS + 1}\n`),
    );
    expect(text).toContain(`slipway_cache_answers_total{outcome="hit"} ${HITS}\n`);
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: "request", path: PATH }]);
});

it.each(["/v1/base/accounts/%", "/v1/base/tokens/%E0%A4%A", "/udf/%80/config", "/%"])(
  "refuses %s, which cannot be decoded, before Next sees it",
  async (path) => {
    const response = await fetch(`${baseUrl()}${path}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("The address is not valid percent-encoding");
  },
);
