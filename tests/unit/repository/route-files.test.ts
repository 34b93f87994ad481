import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { bind } from "@/app/bind";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "@/lib/operations/all";
import { DEFAULT_BRAND } from "@/lib/shared/brand";
import { listen } from "../../setup/servers/listen";

const ALL = Object.entries({ ...OPERATIONS, ...ACCOUNT_OPERATIONS, ...ADMIN_OPERATIONS });
const routeFile = (path: string) => join("app", path.replace(/\{(\w+)\}/g, "[$1]"), "route.ts");

describe("route files", () => {
  it("have one line per operation under its own path and method", () => {
    const wrong = ALL.filter(([id, { path, method }]) => {
      const source = readFileSync(routeFile(path), "utf8");
      return !source.includes(`export const { ${method} } = bind("${id}");`);
    });
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  it("exist for operations only", () => {
    const found = readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts"))
      .map((file) => join("app", file));
    const known = new Set(ALL.map(([, { path }]) => routeFile(path)));
    expect(found.filter((file) => !known.has(file))).toEqual([]);
  });
});

describe("a request that reaches Next without the pipeline", () => {
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method, url, headers } = request;
    const body = await text(request);
    response.writeHead(202, { "Content-Type": "application/json", "X-Request-Id": "r1" });
    response.end(JSON.stringify({ method, url, body, key: headers["idempotency-key"] }));
  });
  afterEach(() => {
    server.close();
    globalThis.slipwayPageData = undefined;
  });

  it("is forwarded with its query, headers and body, and returns the response's status and headers", async () => {
    const { origin } = await listen(server);
    globalThis.slipwayPageData = {
      loopbackUrl: new URL(origin),
      publicUrl: new URL("https://launch.example"),
      brand: DEFAULT_BRAND,
      facts: {
        chains: [],
        marketCapUsdc: { default: "4000000000", min: "100000000", max: "1000000000000000" },
        dataChains: [],
        sandbox: false,
        brand: { ...DEFAULT_BRAND, defaultChain: "base" },
        legal: [],
      },
      positions: { now: () => ({}) },
      hasConsole: false,
      origin: () => "https://launch.example",
      findToken: async () => null,
      findModeration: () => null,
      findName: async () => null,
      fetch,
      legalText: () => null,
      mails: async () => null,
    };
    const { POST } = bind("launchMemecoin");
    const answer = await POST(
      new Request("https://launch.example/api/v1/base/launch-memecoin?dry=1", {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "k1" },
        body: '{"name":"First"}',
      }),
    );
    expect(answer.status).toBe(202);
    expect(answer.headers.get("x-request-id")).toBe("r1");
    expect(await answer.json()).toEqual({
      method: "POST",
      url: "/api/v1/base/launch-memecoin?dry=1",
      body: '{"name":"First"}',
      key: "k1",
    });
  });
});
