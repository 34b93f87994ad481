import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { createMetrics } from "@/lib/drivers/metrics/create-metrics";
import { read } from "@/lib/http/bind";
import { plain } from "@/lib/http/plain-endpoint";
import { OPERATIONS } from "@/lib/operations/all";
import { AppError } from "@/lib/shared/errors";
import { openPipeline } from "../../support/open-pipeline";

const operation = OPERATIONS.listTokens;
const PATH = operation.path.replace("{chain}", "base");
const list = read(operation, async () => ({
  data: [],
  pagination: { limit: 50, offset: 0 },
  meta: { network: "mainnet" as const, timestamp: 1_700_000_000 },
}));

const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
const metrics = createMetrics();
const baseUrl = openPipeline({
  // Exempt callers are not counted, so the store is not queried.
  variables: { RATE_LIMIT_EXEMPT: "127.0.0.1" },
  parts: { log, metrics },
  endpoints: [
    list,
    read(OPERATIONS.getOEmbed, async () => {
      throw new AppError("unsupported_format");
    }),
    read(OPERATIONS.getConfig, async () => {
      throw new AppError("internal_error");
    }),
    plain({
      id: "paused",
      path: "/paused",
      methods: ["GET"],
      isCounted: false,
      answer: () => {
        throw new AppError("launching_paused");
      },
    }),
  ],
});

it("logs a computed response once and only counts the cached ones", async () => {
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
  "rejects %s, which cannot be decoded, before Next sees it",
  async (path) => {
    const response = await fetch(`${baseUrl()}${path}`);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain("path: has invalid percent-encoding");
    if (path.startsWith("/v1/")) {
      const errors = [{ path: "path", message: "has invalid percent-encoding" }];
      expect(JSON.parse(text)).toMatchObject({ code: "invalid_parameters", errors });
    }
  },
);

it("counts what is refused on purpose apart from failures, which page the operator", async () => {
  const oembed = `${OPERATIONS.getOEmbed.path}?url=${encodeURIComponent("https://a.example/")}`;
  for (const path of [oembed, OPERATIONS.getConfig.path, "/paused"]) {
    expect((await fetch(`${baseUrl()}${path}`)).status, path).toBeGreaterThanOrEqual(500);
  }
  await vi.waitFor(async () => {
    const { text } = await metrics.render();
    const failures = text
      .split("\n")
      .filter((line) => /^slipway_http_requests_total\{.*status="5/.test(line))
      .map((line) => [/operation="(\w+)"/.exec(line)?.[1], line.includes('refused="true"')]);
    expect(Object.fromEntries(failures)).toEqual({
      [OPERATIONS.getOEmbed.id]: true,
      [OPERATIONS.getConfig.id]: false,
      paused: true,
    });
  });
});
