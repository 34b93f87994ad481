import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { sendRaw } from "../../setup/api/send-raw";

/** Requests that cost the caller little must not cost the server much. */

const MEGABYTE = 1024 * 1024;

describe("a body of megabytes of tiny values", () => {
  it.each([
    ["an array of numbers", `{"x":[${"0,".repeat(MEGABYTE)}0]}`],
    ["nested arrays", `{"x":${"[".repeat(MEGABYTE)}${"]".repeat(MEGABYTE)}}`],
    ["nested objects", `{"x":${'{"a":'.repeat(MEGABYTE)}0${"}".repeat(MEGABYTE)}}`],
    ["an array of texts", `{"x":[${'"",'.repeat(MEGABYTE)}0]}`],
  ])("is refused before it is parsed: %s", async (_name, rawBody) => {
    const refused = await request("/api/v1/upload-image", { rawBody });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("over 10000 values");
  });

  it("is refused by the endpoints of other protocols", async () => {
    const values = `[${"0,".repeat(20_000)}0]`;
    for (const path of ["/mcp", "/rpc/base"]) {
      const rawBody = `{"jsonrpc":"2.0","id":1,"method":"x","params":${values}}`;
      const refused = await request(path, { rawBody });
      expect(refused.status, path).toBe(400);
      expect(refused.text, path).toContain("over 10000 values");
    }
  });

  it.each(["/rpc/base", "/mcp", "/api/v1/upload-image"])(
    "is refused with thousands of levels before it is parsed: %s",
    async (path) => {
      const params = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
      const rawBody = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`;
      const refused = await request(path, { rawBody });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("over 100 levels");
    },
  );
});

it("a path of slashes is not found, at the cost of any other", async () => {
  const slashes = "/".repeat(15_000);
  for (const path of [`/v1${slashes}x`, `/explore${slashes}x`, `/api/v1${slashes}`]) {
    expect((await sendRaw({ path })).status, path.slice(0, 10)).toBe(404);
  }
  expect((await sendRaw({ path: `/v1/base/tokens${"/".repeat(500)}` })).status).toBe(308);
});

describe("calls of the job engine", () => {
  const call = (headers: Record<string, string>, write: (chunk: (bytes: string) => void) => void) =>
    sendRaw({
      path: "/api/inngest?fnId=slipway-process-launch&stepId=step",
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      write,
    });

  it("are rejected without a recent signature before their body has arrived", async () => {
    const old = `t=1700000000&s=${"a".repeat(64)}`;
    for (const signature of ["", "t=1", old]) {
      const headers = { "x-inngest-signature": signature };
      // The body never ends.
      expect(
        (await call({ "transfer-encoding": "chunked", ...headers }, (send) => send("{"))).status,
      ).toBe(401);
    }
  });

  it("are limited per minute if they only ask what the SDK is", async () => {
    const headers = { "x-forwarded-for": newCaller() };
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 600) {
      statuses.push((await sendRaw({ path: "/api/inngest", headers })).status);
    }
    expect(statuses).toContain(429);
  });

  it("without a signature do not reach the SDK, which logs each with a stack trace", async () => {
    const logged = async () => {
      const log = await readFile(join(inject("dataDir"), "logs", "web.log"), "utf8");
      return log.split("Signature validation failed").length - 1;
    };
    const before = await logged();
    const path = "/api/inngest";
    for (const method of ["GET", "POST"]) {
      expect((await sendRaw({ path, method })).status).toBe(401);
    }
    // The SDK compares this one, so its line is the last.
    const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"a".repeat(64)}`;
    const wrong = { path, headers: { "x-inngest-signature": signature } };
    expect((await sendRaw(wrong)).status).toBe(401);
    await expect.poll(logged).toBeGreaterThan(before);
    expect(await logged()).toBe(before + 1);
  });

  it.each(["127.0.0.1:99999", "a|b.localhost"])(
    "return no stack trace for the host %s",
    async (host) => {
      const { status, text } = await sendRaw({ path: "/api/inngest", headers: { host } });
      expect(status).toBe(421);
      expect(text).not.toContain("node_modules");
    },
  );

  it("are rejected with too many values before the SDK parses them", async () => {
    const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"a".repeat(64)}`;
    const body = `[${"0,".repeat(20_000)}0]`;
    const headers = { "x-inngest-signature": signature, "content-length": `${body.length}` };
    expect(await call(headers, (send) => send(body))).toMatchObject({
      status: 400,
      text: expect.stringContaining("over 10000 values"),
    });
  });

  it("are rejected before the SDK fails at them if they are not JSON", async () => {
    const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"a".repeat(64)}`;
    const headers = { "x-inngest-signature": signature, "content-length": "1" };
    expect(await call(headers, (send) => send("{"))).toMatchObject({
      status: 400,
      text: expect.stringContaining("not valid JSON"),
    });
  });

  it("are rejected above a megabyte", async () => {
    const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"a".repeat(64)}`;
    const headers = { "x-inngest-signature": signature };
    const declared = { ...headers, "content-length": `${2 * MEGABYTE}` };
    expect((await call(declared, (send) => send("{"))).status).toBe(413);
    const chunked = { ...headers, "transfer-encoding": "chunked" };
    const endless = await call(chunked, (send) => send("a".repeat(2 * MEGABYTE)));
    expect(endless.status).toBe(413);
  });
});

it.each([
  ["/livez", {}, 200],
  ["/livez", { host: "evil.example" }, 421],
  ["/v1/base/tokens", {}, 200],
])("an upgrade of %s with %j is a request like any other", async (path, headers, status) => {
  for (const upgrade of ["websocket", "h2c"]) {
    const answered = await sendRaw({
      path,
      headers: { ...headers, connection: "upgrade", upgrade },
    });
    expect(answered.status, upgrade).toBe(status);
  }
});
