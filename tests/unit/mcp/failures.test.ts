import { callWithRetries } from "@slipway-launchpad/client";
import { answerMcp, createConfirmations } from "@slipway-launchpad/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

const answered = z.object({
  result: z.object({
    isError: z.literal(true),
    content: z.tuple([z.object({ text: z.string() })]),
  }),
});

/** Text that an agent reads when a manager cannot be created, and the key that was sent. */
async function createManager(answer: ScriptedAnswer) {
  const { baseUrl, seen, stop } = await startScriptedServer([answer]);
  stops.push(stop);
  const confirmations = createConfirmations({ sign: (text) => text, caller: "", now: Date.now });
  const response = await answerMcp({
    ctx: { call: callWithRetries, baseUrl, fetch, confirmations },
    name: "test",
    headers: new Headers({
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    }),
    message: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "create_revenue_manager",
        arguments: { chain: "base", protocolFee: "100", recipientEmail: "ada@example.com" },
      },
    },
    onError: (error) => {
      throw error;
    },
  });
  const { result } = answered.parse(await response.json());
  return { text: result.content[0].text, key: seen[0]?.headers["idempotency-key"] };
}

describe("a failed tool that sends a transaction", () => {
  it.each([
    ["a response that cannot be read", { body: { success: true } }],
    ["a proxy's page", { status: 504, body: "<html>" }],
  ])("names the key with which it can be repeated: %s", async (_, answer) => {
    const { text, key } = await createManager(answer);
    expect(key).toBeTypeOf("string");
    expect(text).toContain(`Repeat it only with idempotencyKey "${key}"`);
  });

  it("names no key when nothing was done", async () => {
    const body = { success: false, error: "It is wrong", code: "invalid_body" };
    const { text } = await createManager({ status: 400, body });
    expect(text).not.toContain("idempotencyKey");
  });
});
