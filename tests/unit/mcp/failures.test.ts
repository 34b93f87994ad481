import { createHmac } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { call, callWithRetries } from "@slipway-launchpad/client";
import { answerMcp, createConfirmations, createMcpServer } from "@slipway-launchpad/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { hurryTimeouts } from "../../setup/hurry-timeouts";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

const answered = z.object({
  result: z.object({
    isError: z.literal(true),
    content: z.tuple([z.object({ text: z.string() })]),
  }),
});

const previewed = z.object({
  result: z.object({
    structuredContent: z.object({ data: z.object({ confirmToken: z.string() }) }),
  }),
});

const ACCEPTED_PREVIEW: ScriptedAnswer = {
  body: {
    success: true,
    message: "Dry run: the launch would be accepted",
    dryRun: true,
    walletProvider: null,
    expectedAddress: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
  },
};
const LAUNCH = { chain: "base", name: "A", symbol: "A", imageIpfs: `Qm${"a".repeat(44)}` };

/** How the MCP server on an agent's machine sends requests, and how that of a launchpad does. */
const SERVERS = [
  ["of this machine", callWithRetries],
  ["over HTTP", call],
] as const;
let send: typeof callWithRetries = callWithRetries;

/** An agent that calls tools of a launchpad with these responses. */
async function connect(...script: ScriptedAnswer[]) {
  const { baseUrl, seen, stop } = await startScriptedServer(script);
  stops.push(stop);
  let passedMs = 0;
  const now = () => Date.now() + passedMs;
  const sign = (text: string) => createHmac("sha256", "key").update(text).digest("base64url");
  const confirmations = createConfirmations({ sign, now });
  const callTool = async (name: string, args: object) => {
    const response = await answerMcp({
      ctx: { call: send, baseUrl, fetch, confirmations },
      name: "test",
      headers: new Headers({
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      }),
      message: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
      onError: (error) => {
        throw error;
      },
    });
    return response.json();
  };
  const keys = () => seen.map(({ headers }) => headers["idempotency-key"]);
  return { callTool, keys, pass: (ms: number) => (passedMs += ms) };
}

/** Text that an agent reads when a manager cannot be created, and the key that was sent. */
async function createManager(...script: ScriptedAnswer[]) {
  const { callTool, keys } = await connect(...script);
  const args = {
    chain: "base",
    protocolFee: "100",
    recipientEmail: "ada@example.com",
    idempotencyKey: "chosen-by-the-agent",
  };
  const { result } = answered.parse(await callTool("create_revenue_manager", args));
  return { text: result.content[0].text, key: keys()[0] };
}

/** A launch with a proxy's page as its response. */
async function launchUnanswered() {
  const agent = await connect(ACCEPTED_PREVIEW, { status: 504, body: "<html>" });
  const preview = previewed.parse(await agent.callTool("preview_launch", LAUNCH));
  const args = { ...LAUNCH, confirmToken: preview.result.structuredContent.data.confirmToken };
  const launch = async (changes: object = {}) => {
    const { result } = answered.parse(await agent.callTool("launch", { ...args, ...changes }));
    return result.content[0].text;
  };
  return { ...agent, launch };
}

describe.each(SERVERS)("a failed tool that sends a transaction, %s", (_, used) => {
  beforeEach(() => {
    send = used;
  });

  it.each([
    ["a response that cannot be read", { body: { success: true } }],
    ["a proxy's page", { status: 504, body: "<html>" }],
  ])("names the key with which it can be repeated: %s", async (_, answer) => {
    const { text, key } = await createManager(answer);
    expect(key).toBe("chosen-by-the-agent");
    expect(text).toContain(`Repeat it only with idempotencyKey "${key}"`);
  });

  it("names no key when nothing was done", async () => {
    const body = { success: false, error: "It is wrong", code: "invalid_body" };
    const { text } = await createManager({ status: 400, body });
    expect(text).not.toContain("idempotencyKey");
  });

  it.each([
    [500, "invalid_protocol_fee", "Pass protocolFee in basis points"],
    [503, "budget_exhausted", "Tell the user"],
  ])("is not called unknown after a refusal: %i %s", async (status, code, next) => {
    hurryTimeouts();
    const body = { success: false, error: "No", code };
    const { text } = await createManager({ status, body });
    expect(text).not.toContain("It may have been done");
    expect(text).toContain(`Next: ${next}`);
  });

  it("names the launch that the key already has", async () => {
    const body = { success: false, error: "Taken", code: "launch_conflict", jobId: "job-7" };
    const { text } = await createManager({ status: 409, body });
    expect(text).toContain('Next: Call launch_status with jobId "job-7".');
  });

  it("never asks for other arguments when the outcome is unknown", async () => {
    const { text } = await createManager({ body: { success: true } });
    expect(text).not.toContain("Correct the arguments");
  });

  it("asks for the key also when the service names a wait", async () => {
    const body = { success: false, error: "Down", code: "internal_error" };
    const { text, key } = await createManager({
      status: 500,
      body,
      headers: { "Retry-After": "7" },
    });
    expect(text).toContain(`Next: Wait 7 seconds. Repeat it only with idempotencyKey "${key}"`);
  });
});

it("asks for the key at a rate limit after a lost response, on this machine", async () => {
  send = callWithRetries;
  const body = { success: false, error: "Too many", code: "rate_limited" };
  const limited = { status: 429, body, headers: { "Retry-After": "7" } };
  const { text, key } = await createManager("hang up", limited);
  expect(text).toContain("It may have been done.");
  expect(text).toContain(`Next: Wait 7 seconds. Repeat it only with idempotencyKey "${key}"`);
});

it("calls a launch known that its key has after a lost response, on this machine", async () => {
  send = callWithRetries;
  const body = { success: false, error: "Taken", code: "launch_conflict", jobId: "job-7" };
  const { text } = await createManager("hang up", { status: 409, body });
  expect(text).not.toContain("It may have been done");
  expect(text).toContain('Next: Call launch_status with jobId "job-7".');
});

describe.each(SERVERS)("a launch without a response, %s", (_, used) => {
  beforeEach(() => {
    send = used;
  });

  it("is repeated with what launch takes, and the same key", async () => {
    const { launch, keys } = await launchUnanswered();
    const text = await launch();
    expect(text).toContain("Next: Call launch again with the same arguments and confirmToken.");
    expect(text).not.toContain("idempotencyKey");
    expect(await launch()).toBe(text);
    // The dry run has the key as well: its expectedAddress is that of the launch.
    expect(new Set(keys()).size).toBe(1);
  });

  it.each(["dry_run_launch", "preview_launch"])("was not sent by %s", async (name) => {
    const { callTool } = await connect({ status: 504, body: "<html>" });
    const { result } = answered.parse(await callTool(name, LAUNCH));
    expect(result.content[0].text).toMatch(/\(http_504\)\nNext: Try again later\.$/);
  });

  it("is looked up by its address once the confirmToken has expired", async () => {
    const { launch, pass } = await launchUnanswered();
    await launch();
    pass(600_000);
    expect(await launch()).toContain("get_token (expectedAddress of preview_launch)");
  });

  it("is looked up before another preview, and not called unsent, after other arguments", async () => {
    const { launch } = await launchUnanswered();
    await launch();
    const text = await launch({ name: "B" });
    expect(text).not.toContain("Nothing was launched");
    expect(text).toContain("get_token (expectedAddress of preview_launch)");
    expect(text).toContain("Only if it does not, call preview_launch again");
  });
});

describe("a request that the client cancels", () => {
  it.each([
    [
      "create_revenue_manager",
      { chain: "base", protocolFee: "100", recipientEmail: "a@example.com", idempotencyKey: "k" },
    ],
    ["list_chains", {}],
  ])("is not sent again: %s", async (name, args) => {
    const { client, cancel, requests, calls, errors } = await connectClient();
    await expect(
      client.callTool({ name, arguments: args }, undefined, { signal: cancel.signal }),
    ).rejects.toThrow();
    await Promise.allSettled(calls);
    expect(calls).toHaveLength(1);
    expect(requests).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it.each(["slipway://llms.txt", `slipway://tokens/base/0x${"1".repeat(40)}`])(
    "ends the request for a resource: %s",
    async (uri) => {
      const { client, cancel, requests, errors } = await connectClient();
      await expect(client.readResource({ uri }, { signal: cancel.signal })).rejects.toThrow();
      await expect.poll(() => requests.map((signal) => signal?.aborted)).toEqual([true]);
      expect(errors).toEqual([]);
    },
  );
});

/** A client on a connection whose launchpad is unavailable; it cancels once the first request is sent. */
async function connectClient() {
  const cancel = new AbortController();
  const requests: (AbortSignal | null | undefined)[] = [];
  const calls: Promise<unknown>[] = [];
  const errors: unknown[] = [];
  const recordedCall: typeof callWithRetries = (operation, input, options) => {
    const made = callWithRetries(operation, input, options);
    calls.push(made);
    return made;
  };
  const unavailable: typeof fetch = async (_, init) => {
    requests.push(init?.signal);
    cancel.abort();
    return Response.json({ success: false, error: "Down" }, { status: 503 });
  };
  const confirmations = createConfirmations({ sign: () => "", now: Date.now });
  const server = createMcpServer(
    { call: recordedCall, baseUrl: "http://launchpad.test", fetch: unavailable, confirmations },
    { name: "test", onError: (error) => errors.push(error) },
  );
  const client = new Client({ name: "agent", version: "1" });
  const [left, right] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(left), client.connect(right)]);
  stops.push(() => client.close());
  return { client, cancel, requests, calls, errors };
}
