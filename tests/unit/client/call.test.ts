import { createServer, type Server } from "node:http";
import type { ApiError } from "@slipway-launchpad/client";
import { call, createClient, sleep } from "@slipway-launchpad/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { getLaunchStatus } from "@/lib/features/launch/operations";
import { getToken, listTokens } from "@/lib/features/market/operations/tokens";
import { errorExample } from "@/lib/openapi/error-example";
import { listen } from "../../setup/servers/listen";
import { startScriptedServer } from "../../setup/servers/scripted-server";

type Answer = {
  status: number;
  body: string;
  headers?: Record<string, string>;
};
let server: Server | undefined;

/** A server on a free port that returns one fixed response and records the requested paths. */
async function serve(answer: Answer): Promise<{ baseUrl: string; paths: string[] }> {
  const paths: string[] = [];
  server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const { origin } = await listen(server);
  return { baseUrl: origin, paths };
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const failed = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: ApiError) => error,
  );

describe("call", () => {
  it("returns what the operation's schema parses", async () => {
    const body = {
      data: [],
      pagination: { limit: 3, offset: 0 },
      meta: { network: "mainnet", timestamp: 1 },
    };
    const { baseUrl, paths } = await serve({ status: 200, body: JSON.stringify(body) });
    const answer = await call(
      listTokens,
      { params: { chain: "base" }, query: { limit: "3" } },
      { baseUrl },
    );
    expect(answer).toEqual(body);
    expect(paths).toEqual(["/v1/base/tokens?limit=3"]);
  });

  it("reads problem details of the Data API", async () => {
    const { baseUrl } = await serve({
      status: 429,
      headers: { "Retry-After": "7", "X-Request-Id": "r1" },
      body: JSON.stringify({
        type: "/docs/errors#rate_limited",
        title: "Rate limit exceeded",
        status: 429,
        detail: "Try again in 7 s",
        code: "rate_limited",
        errors: [{ path: "limit", message: "too big" }],
      }),
    });
    const error = await failed(call(listTokens, { params: { chain: "base" } }, { baseUrl }));
    expect(error).toMatchObject({
      name: "ApiError",
      kind: "answered",
      status: 429,
      code: "rate_limited",
      message: "Try again in 7 s",
      retryAfterSeconds: 7,
      requestId: "r1",
      details: [{ path: "limit", message: "too big" }],
      retryable: true,
    });
  });

  it("reads errors of the Launch API", async () => {
    const { baseUrl } = await serve({
      status: 404,
      body: JSON.stringify({ success: false, error: "Job not found", code: "job_not_found" }),
    });
    const error = await failed(call(getLaunchStatus, { params: { jobId: "x" } }, { baseUrl }));
    expect(error).toMatchObject({
      status: 404,
      code: "job_not_found",
      message: "Job not found",
      retryable: false,
    });
  });

  it.each([
    ["data", "token_not_found"],
    ["launch", "token_not_found"],
    ["rpc", "token_not_found"],
    // The datafeed of charts has no codes.
    ["udf", "http_404"],
  ] as const)("reads the text and the code of an error in the form of %s", async (form, code) => {
    const body = JSON.stringify(errorExample(form, "token_not_found"));
    const { baseUrl } = await serve({ status: 404, body });
    const error = await failed(call(getLaunchStatus, { params: { jobId: "x" } }, { baseUrl }));
    expect(error).toMatchObject({ kind: "answered", status: 404, code });
    expect(body).toContain(JSON.stringify(error.message));
  });

  it.each([
    [500, "invalid_protocol_fee"],
    [501, "unsupported_format"],
  ])("never advises to repeat a mistake: %i %s", async (status, code) => {
    const body = JSON.stringify({ success: false, error: "No", code });
    const { baseUrl } = await serve({ status, body });
    const error = await failed(call(getLaunchStatus, { params: { jobId: "x" } }, { baseUrl }));
    expect(error).toMatchObject({ code, retryable: false, isOutcomeUnknown: false });
  });

  it("keeps the status of a response that is not JSON", async () => {
    const { baseUrl } = await serve({ status: 502, body: "<h1>Bad gateway</h1>" });
    const error = await failed(call(listTokens, { params: { chain: "base" } }, { baseUrl }));
    expect(error).toMatchObject({ kind: "answered", status: 502, code: "http_502" });
  });

  it("rejects a successful response of another shape", async () => {
    const { baseUrl } = await serve({ status: 200, body: '{"data":[{}]}' });
    const error = await failed(call(listTokens, { params: { chain: "base" } }, { baseUrl }));
    expect(error).toMatchObject({ kind: "invalid_answer", code: "invalid_answer" });
  });

  it("reports that no response arrived", async () => {
    const { baseUrl } = await serve({ status: 200, body: "{}" });
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const error = await failed(call(listTokens, { params: { chain: "base" } }, { baseUrl }));
    expect(error).toMatchObject({ kind: "network", status: 0, code: "network_error" });
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])("waits with a limit of %d ms", async (timeoutMs) => {
    vi.useFakeTimers();
    try {
      const body = errorExample("launch", "job_not_found");
      const slow: typeof fetch = async (_url, init) => {
        await sleep(60_000, init?.signal ?? undefined);
        return Response.json(body, { status: 404 });
      };
      const options = { baseUrl: "http://launchpad.test", timeoutMs, fetch: slow };
      const error = failed(call(getLaunchStatus, { params: { jobId: "x" } }, options));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await error).toMatchObject({ code: "job_not_found" });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([Number.NaN, -1])("rejects a limit of %d ms", async (timeoutMs) => {
    const unused: typeof fetch = () => Promise.reject(new Error("it was sent"));
    const options = { baseUrl: "http://launchpad.test", timeoutMs, fetch: unused };
    const sent = call(getLaunchStatus, { params: { jobId: "x" } }, options);
    await expect(sent).rejects.toThrow(RangeError);
  });

  it("rethrows an abort of the caller", async () => {
    const { baseUrl } = await serve({ status: 200, body: "{}" });
    const stop = new AbortController();
    stop.abort();
    const error = await failed(
      call(listTokens, { params: { chain: "base" } }, { baseUrl, signal: stop.signal }),
    );
    expect(error.name).toBe("AbortError");
  });
});

describe("a body that does not arrive", () => {
  const input = { params: { chain: "base" } } as const;

  it.each([
    ["a lost connection", "cut", { code: "network_error" }],
    ["a passed time limit", "stall", { code: "timeout" }],
  ] as const)("is a network error with the key that was sent: %s", async (_, answer, facts) => {
    const scripted = await startScriptedServer([answer]);
    const options = { baseUrl: scripted.baseUrl, timeoutMs: 500, idempotencyKey: "mine" };
    const error = await failed(call(listTokens, input, options));
    expect(error).toMatchObject({ kind: "network", status: 0, idempotencyKey: "mine", ...facts });
    expect(error.retryable).toBe(true);
    await scripted.stop();
  });

  it("rethrows an abort of the caller", async () => {
    const scripted = await startScriptedServer(["stall"]);
    const stop = new AbortController();
    const reason = new Error("not any more");
    const abortingFetch: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      queueMicrotask(() => stop.abort(reason));
      return response;
    };
    const { baseUrl } = scripted;
    const options = { baseUrl, signal: stop.signal, fetch: abortingFetch };
    expect(await failed(call(listTokens, input, options))).toBe(reason);
    await scripted.stop();
  });

  it.each(["cut", "stall"] as const)("is a network error of an upload: %s", async (how) => {
    const scripted = await startScriptedServer([how]);
    const refusing: typeof fetch = async (url, init) => {
      const { body } = await fetch(url, init);
      return new Response(body, { status: 503 });
    };
    const client = createClient({ baseUrl: scripted.baseUrl, fetch: refusing });
    const video = new Blob(["x"]);
    const error = await failed(client.sendVideo(scripted.baseUrl, video, { timeoutMs: 500 }));
    expect(error).toMatchObject({ kind: "network", status: 0 });
    await scripted.stop();
  });
});

describe("the URL of a call", () => {
  it("has its path parameters escaped", async () => {
    const { baseUrl, paths } = await serve({ status: 404, body: "{}" });
    const params = { chain: "base", tokenAddress: "../a b" } as const;
    await failed(call(getToken, { params }, { baseUrl: `${baseUrl}/` }));
    expect(paths).toEqual(["/v1/base/tokens/..%2Fa%20b"]);
  });

  it("is not requested without a path parameter", async () => {
    const params = { chain: "base" } as const;
    // @ts-expect-error a parameter is missing
    await expect(call(getToken, { params })).rejects.toThrow("needs the parameter tokenAddress");
  });
});
