import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { action } from "@/lib/http/bind";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { plain } from "@/lib/http/plain-endpoint";
import { nothing, operation } from "@/lib/operations/operation";
import { createLonelyContext, openPipeline } from "../../support/open-pipeline";

const MEGABYTE = 1024 * 1024;

const echo = operation({
  id: "echo",
  api: "launch",
  method: "POST",
  path: "/api/v1/echo",
  params: nothing,
  query: nothing,
  body: z.strictObject({}),
  bodyBytesMax: 100,
  response: z.strictObject({}),
  limit: null,
  cache: null,
  errors: [],
});

// Limits count by the minute: the clock is stopped, so that none ends within a test.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const ctx = createLonelyContext();
const quotas = { file: 1, imageBytes: 1, page: 1, request: 2, unsignedCall: 1 };
const parts = {
  ...ctx,
  settings: { ...ctx.settings, current: () => ({ ...DEFAULT_SETTINGS, quotas }) },
};
const baseUrl = openPipeline({
  parts,
  endpoints: [
    action(echo, async () => ({})),
    plain({
      id: "signed",
      path: "/signed",
      methods: ["GET"],
      isCounted: false,
      isSigned: true,
      answer({ count }) {
        count("unsignedCall");
        return { status: 204, headers: [], body: null };
      },
    }),
    plain({
      id: "upload",
      path: "/upload",
      methods: ["POST"],
      body: { bytesMax: 2 * MEGABYTE, bytesLimit: "imageBytes" },
      isCounted: false,
      isSigned: true,
      answer: () => ({ status: 204, headers: [], body: null }),
    }),
  ],
  work: createWorkLimit(parts),
});

const send = (path: string, body?: string) => {
  const headers = { "content-type": "application/json" };
  return fetch(`${baseUrl()}${path}`, body === undefined ? {} : { method: "POST", body, headers });
};

describe("the headers of a 429", () => {
  it.each([
    ["page", "/token", undefined, 1],
    ["file", "/favicon.ico", undefined, 1],
    ["unsignedCall", "/signed", undefined, 1],
    ["imageBytes", "/upload", "x".repeat(2 * MEGABYTE), 1],
    ["request", "/api/v1/echo", "{}", 2],
  ] as const)("describe the limit %s", async (policy, path, body, quota) => {
    for (let sent = 0; sent < quota; sent += 1) {
      expect((await send(path, body)).headers.get("ratelimit")).toBeNull();
    }
    const refused = await send(path, body);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-policy")).toBe(`"${policy}";q=${quota};w=60`);
    const seconds = refused.headers.get("retry-after");
    expect(refused.headers.get("ratelimit")).toBe(`"${policy}";r=0;t=${seconds}`);
  });
});

it("counts files of the build that Next sends, whether they exist or not", async () => {
  // Uses up the limit, if the test above has not.
  await send("/_next/static/media/font.woff2");
  for (const path of ["/_next/static/media/font.woff2", "/_next/static/nothing", "/favicon.ico"]) {
    const refused = await send(path);
    expect(refused.status, path).toBe(429);
    expect(refused.headers.get("ratelimit-policy"), path).toBe('"file";q=1;w=60');
  }
});
