import { Agent, request as rawRequest } from "node:http";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { action, read } from "@/lib/http/bind";
import { plain } from "@/lib/http/plain-endpoint";
import { fromWeb } from "@/lib/http/response/send";
import { OPERATIONS } from "@/lib/operations/all";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import { openPipeline } from "../../support/open-pipeline";

const echo = operation({
  id: "echo",
  api: "launch",
  method: "POST",
  path: "/api/v1/echo",
  params: nothing,
  query: nothing,
  body: z.strictObject({ text: z.string() }),
  bodyBytesMax: 100,
  response: z.strictObject({ text: z.string().max(10) }),
  limit: null,
  cache: null,
  errors: [],
});
const counted = operation({
  ...echo,
  id: "counted",
  method: "GET",
  path: "/v1/counted",
  body: noBody,
  limit: { policy: "status", when: "first" },
});

const lines: string[] = [];
const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
const baseUrl = openPipeline({
  variables: { HOST: "web-1.internal", INNGEST_SERVE_ORIGIN: "http://web-2.internal:3000" },
  parts: { log },
  endpoints: [
    action(echo, async ({ input }) => input.body),
    read(counted, async () => ({ text: "counted" })),
    read(OPERATIONS.getLiveness, async () => {
      throw new Error("a secret of the database");
    }),
    plain({
      id: "broken",
      path: "/broken",
      methods: ["GET"],
      isCounted: false,
      answer: () => ({ status: 200, headers: ["Content-Length", "100"], body: breakOff() }),
    }),
    plain({
      id: "cookies",
      path: "/cookies",
      methods: ["GET"],
      isCounted: false,
      answer: () => {
        const headers = new Headers([
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ]);
        return fromWeb(new Response("set", { headers }));
      },
    }),
  ],
  work: {
    enter: ({ path }) =>
      path.startsWith("/busy")
        ? new AppError("rate_limited", undefined, { retryAfterSeconds: 7 })
        : null,
    start: () => null,
  },
  next: (request, response) => {
    const { "x-nonce": nonce, "x-forwarded-for": forwarded } = request.headers;
    response.writeHead(200).end(JSON.stringify({ nonce, forwarded: forwarded ?? null }));
  },
});

async function* breakOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("begins");
  throw new Error("the disk is gone");
}
const post = (body: string, type = "application/json") =>
  fetch(`${baseUrl()}/api/v1/echo`, { method: "POST", body, headers: { "content-type": type } });

/** `fetch` always sends the host of its URL. */
async function askAs(host: string): Promise<{ status: number; connection: string; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = rawRequest(`${baseUrl()}/v1/counted`, { headers: { host } }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const connection = headers.connection ?? "";
      text(response).then((body) => resolve({ status, connection, body }), reject);
    });
    asked.once("error", reject).end();
  });
}

describe("host", () => {
  it("rejects another host with 421 and closes the connection", async () => {
    const { status, connection, body } = await askAs("evil.example");
    expect([status, connection]).toEqual([421, "close"]);
    expect(JSON.parse(body)).toMatchObject({ success: false, code: "misdirected_request" });
  });

  it.each(["web-1.internal:3000", "web-2.internal:3000"])(
    "accepts %s, at which the job engine reaches the service",
    async (host) => {
      expect((await askAs(host)).status).not.toBe(421);
    },
  );
});

describe("a kept connection", () => {
  it("keeps nothing of the requests that were refused with their body", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    const { hostname, port } = new URL(baseUrl());
    for (let sent = 0; sent < 15; sent += 1) {
      await new Promise<void>((resolve, reject) => {
        const path = "/api/v1/nothing";
        const asked = rawRequest({ hostname, port, path, method: "POST", agent }, (response) => {
          expect(response.statusCode).toBe(404);
          text(response).then(() => resolve(), reject);
        });
        asked.once("error", reject).end("{}");
      });
    }
    process.off("warning", keep);
    agent.destroy();
    expect(warnings).toEqual([]);
  });
});

describe("match", () => {
  it.each([
    ["/v1/nothing", "application/problem+json"],
    ["/api/v1/nothing", "application/json"],
    ["/api/nothing", "application/json"],
    ["/udf/nothing", "application/json"],
    ["/rpc/a/b", "application/json"],
  ])("returns 404 for %s in %s", async (path, type) => {
    const response = await fetch(`${baseUrl()}${path}`);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(await response.json()).toBeTypeOf("object");
  });

  it("lists the allowed methods in a 405", async () => {
    const response = await fetch(`${baseUrl()}/api/v1/echo`);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const page = await fetch(`${baseUrl()}/token`, { method: "POST" });
    expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("redirects a path with a trailing slash on the same host", async () => {
    const response = await fetch(`${baseUrl()}/v1/counted/?a=b`, { redirect: "manual" });
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe("/v1/counted?a=b");
  });
});

describe("limit", () => {
  it("returns the remaining limit, one less each time", async () => {
    const left = async () => {
      const { headers } = await fetch(`${baseUrl()}/v1/counted`);
      return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
    };
    const first = await left();
    expect(await left()).toBe(first - 1);
  });

  it("rejects a page request with an HTML page, and an API request with JSON", async () => {
    const forPeople = await fetch(`${baseUrl()}/busy`, { headers: { accept: "text/html" } });
    expect([forPeople.status, forPeople.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await forPeople.text()).toContain("<h1>Too many requests</h1>");
    const forPrograms = await fetch(`${baseUrl()}/busy`);
    expect(await forPrograms.json()).toMatchObject({ code: "rate_limited" });
  });
});

describe("body", () => {
  it.each([
    ["{", "application/json", 400, "invalid_body"],
    ['{"text":1}', "application/json", 400, "invalid_body"],
    ['{"text":"a"}', "text/plain", 415, "unsupported_media_type"],
    [JSON.stringify({ text: "x".repeat(200) }), "application/json", 413, "payload_too_large"],
  ])("rejects %s as %s with %d", async (body, type, status, code) => {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, code });
  });

  it("stops reading a body without a length at the operation's limit", async () => {
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Blob(["x".repeat(5_000)]).stream(),
      duplex: "half",
    };
    const response = await fetch(`${baseUrl()}/api/v1/echo`, init);
    expect(response.status).toBe(413);
  });
});

describe("handle and render", () => {
  it("returns the service's result", async () => {
    expect(await (await post('{"text":"a"}')).json()).toEqual({ text: "a" });
  });

  it("returns 500 without the cause, which is in the log", async () => {
    lines.length = 0;
    const thrown = await fetch(`${baseUrl()}${OPERATIONS.getLiveness.path}`);
    expect(thrown.status).toBe(500);
    expect(await thrown.text()).not.toContain("secret");
    expect(lines.join()).toContain("a secret of the database");
    const wrongResult = await post(JSON.stringify({ text: "longer than ten" }));
    expect(wrongResult.status).toBe(500);
  });

  it("sends no body for HEAD, with the headers of GET", async () => {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => fetch(`${baseUrl()}/v1/counted`, { method })),
    );
    expect(await head?.text()).toBe("");
    expect(head?.headers.get("content-length")).toBe(get?.headers.get("content-length"));
  });

  it("aborts the connection when content ends early, so that clients detect truncation", async () => {
    const whole = fetch(`${baseUrl()}/broken`).then((response) => response.text());
    await expect(whole).rejects.toThrow();
  });

  it("forwards every cookie of a library's response", async () => {
    const { headers } = await fetch(`${baseUrl()}/cookies`);
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("allows scripts only in pages, with a nonce per page", async () => {
    const data = await fetch(`${baseUrl()}/v1/counted`);
    expect(data.headers.get("content-security-policy")).toContain("default-src 'none'");
    const headers = { "x-nonce": "chosen", "x-forwarded-for": "203.0.113.7" };
    const page = await fetch(`${baseUrl()}/token`, { headers });
    const { nonce, forwarded } = z
      .object({ nonce: z.string(), forwarded: z.null() })
      .parse(await page.json());
    expect(forwarded).toBeNull();
    expect(nonce).not.toBe("chosen");
    expect(page.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
  });
});
