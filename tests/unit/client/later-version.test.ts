import { createServer } from "node:http";
import { ApiError, call, createClient, type StreamOptions } from "@slipway-launchpad/client";
import { run } from "@slipway-launchpad/slipway";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { STREAM_DOCS } from "@/lib/features/stream/docs";
import { webhookAnswer } from "@/lib/features/webhooks/schema";
import { outputSchema } from "@/lib/openapi/to-json-schema";
import { OPERATIONS } from "@/lib/operations/all";
import { DOCUMENTED_OPERATIONS } from "@/lib/operations/documented";
import type { Operation } from "@/lib/operations/operation";
import { hurryTimeouts } from "../../setup/hurry-timeouts";
import { listen } from "../../setup/servers/listen";
import { startScriptedServer } from "../../setup/servers/scripted-server";

/** Clients that are older than the service. */

const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const DOCUMENTED_WEBHOOK = DOCUMENTED_OPERATIONS.find(({ id }) => id === "getWebhook")?.examples
  ?.response;
const TOKEN = { name: "First Light", symbol: "LIGHT", imageIpfs: "Qm" };
const ACCEPTED = {
  success: true,
  message: "Memecoin launch request queued",
  jobId: "job-1",
  queueStatus: { position: 0, waitingJobs: 1, activeJobs: 0, estimatedWaitSeconds: 2 },
  walletProvider: null,
  expectedAddress: ADDRESS,
};

const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Fields whose value has keys of its own instead of fields. */
const MAPS = ["names", "metadata"];

/** Adds a field to every object of a JSON value. */
function extend(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extend);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    MAPS.includes(name) ? one : extend(one),
  ]);
  return { ...Object.fromEntries(fields), later: { added: [1] } };
}

/** Calls an operation of a service that returns this. */
function read(operation: Operation, answer: unknown): Promise<unknown> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"]);
  const params = Object.fromEntries(names);
  return call(operation, { params }, { fetch: async () => Response.json(answer) });
}

const failed = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );

describe("a response with fields that the client does not know", () => {
  const calls = DOCUMENTED_OPERATIONS.filter(
    ({ mediaType, form }) => mediaType === undefined && form === undefined,
  ).flatMap((operation) => {
    const { response, otherResponses = {} } = operation.examples ?? {};
    const answers = [response, ...Object.values(otherResponses)].filter((one) => one !== undefined);
    return answers.map((answer) => ({ id: operation.id, operation, answer }));
  });

  it.each(calls)("is read without them: $id", async ({ operation, answer }) => {
    expect(await read(operation, extend(answer))).toEqual(await read(operation, answer));
  });

  it("is accepted by every method of the client, and by the command line", async () => {
    const server = await startScriptedServer([{ body: extend(ACCEPTED) }]);
    stops.push(server.stop);
    const client = createClient({ baseUrl: server.baseUrl });
    expect(await client.launchMemecoin("base", TOKEN)).toEqual(ACCEPTED);
    const words = ["launch", "--chain", "base", "--name", "A", "--symbol", "A", "--image", "Qm"];
    const complaints: string[] = [];
    const complain = (text: string) => complaints.push(text);
    const terminal = { print: () => undefined, complain };
    expect(await run([...words, "--url", server.baseUrl], terminal)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("is still rejected when a known field is missing or has another type", async () => {
    const { jobId: _, ...rest } = ACCEPTED;
    for (const answer of [rest, { ...ACCEPTED, jobId: 1 }]) {
      const error = await failed(read(OPERATIONS.launchMemecoin, extend(answer)));
      expect(error.kind).toBe("invalid_answer");
    }
  });
});

describe("a webhook event of a kind that the client does not know", () => {
  const withLater = (webhook: object) => ({ ...webhook, kinds: ["trade", "token.renamed"] });
  const secret = `whsec_${"A".repeat(43)}=`;
  const { webhook } = webhookAnswer.parse(DOCUMENTED_WEBHOOK);
  const own = { success: true, webhook: withLater(webhook) };
  it.each([
    ["createWebhook", OPERATIONS.createWebhook, { ...own, secret, managementSecret: "whm_1" }],
    ["getWebhook", OPERATIONS.getWebhook, own],
    ["updateWebhook", OPERATIONS.updateWebhook, own],
    ["rotateWebhookSecret", OPERATIONS.rotateWebhookSecret, { ...own, secret }],
    ["listWebhooks", OPERATIONS.listWebhooks, { success: true, webhooks: [own.webhook] }],
  ])("is named by %s", async (_, operation, answer) => {
    expect(await read(operation, answer)).toEqual(answer);
  });

  const timestamp = "2026-11-24T10:00:00.000Z";
  const eventOf = (type: string, data: object) => ({ id: "msg_1", type, timestamp, data });
  const list = (event: object) => ({
    success: true,
    deliveries: [
      {
        id: "msg_1",
        state: "delivered",
        attempts: 1,
        createdAt: 1,
        nextAttemptAt: null,
        finishedAt: 2,
        status: 200,
        error: null,
        event,
      },
    ],
    nextCursor: null,
  });

  it("is listed as a delivery without its event", async () => {
    const answer = list(eventOf("token.renamed", { name: "B" }));
    expect(await read(OPERATIONS.listWebhookDeliveries, answer)).toMatchObject({
      deliveries: [{ id: "msg_1", state: "delivered", event: null }],
    });
  });

  it("is listed when it was reverted", async () => {
    const data = { eventId: "msg_0", eventType: "token.renamed", chain: "base" };
    const answer = list(eventOf("event.reverted", { ...data, tokenAddress: ADDRESS }));
    expect(await read(OPERATIONS.listWebhookDeliveries, answer)).toEqual(answer);
  });

  it("does not hide a known event that cannot be read", async () => {
    const answer = list(eventOf("trade", { block: "one" }));
    const error = await failed(read(OPERATIONS.listWebhookDeliveries, answer));
    expect(error.kind).toBe("invalid_answer");
  });

  it("is not excluded by the documented form of responses", () => {
    const { properties } = z
      .object({ properties: z.object({ kinds: z.unknown() }) })
      .parse(outputSchema(webhookAnswer.shape.webhook));
    expect(JSON.stringify(properties.kinds)).not.toContain("enum");
  });
});

describe("every error after a request with an Idempotency-Key", () => {
  const refused = ["invalid_body", "invalid_protocol_fee", "budget_exhausted"];
  const problem = { success: false, error: "It failed", code: "internal_error" };
  it.each([
    ["an unknown shape", { body: { success: true } }],
    ["an error of the service", { status: 500, body: problem }],
    ["a rejection", { status: 400, body: { ...problem, code: "invalid_body" } }],
    ["a mistake", { status: 500, body: { ...problem, code: "invalid_protocol_fee" } }],
    ["a refusal", { status: 503, body: { ...problem, code: "budget_exhausted" } }],
    ["a stop", { status: 503, body: { ...problem, code: "shutting_down" } }],
    ["an outage", { status: 503, body: { ...problem, code: "dependency_unavailable" } }],
    ["a proxy's page", { status: 504, body: "<html>" }],
    ["no response", "hang up"],
  ] as const)("names the key that was sent: %s", async (_, answer) => {
    hurryTimeouts();
    const server = await startScriptedServer([answer]);
    stops.push(server.stop);
    const client = createClient({ baseUrl: server.baseUrl });
    const error = await failed(client.launchMemecoin("base", TOKEN));
    expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers["idempotency-key"]);
    expect(error.isOutcomeUnknown).toBe(!refused.includes(error.code));
  });
});

describe("an error after an earlier attempt whose response was lost", () => {
  const refuse = (status: number, code: string, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: { success: false, error: "No", code },
  });
  it.each([
    ["a rate limit", [refuse(429, "rate_limited", { "Retry-After": "42" })]],
    ["a mistake", [refuse(500, "invalid_protocol_fee")]],
    ["a refusal", [refuse(503, "budget_exhausted", { "Retry-After": "60" })]],
    ["a blocked address", [refuse(451, "address_blocked")]],
    ["no challenge", [refuse(403, "proof_of_work_required"), refuse(429, "rate_limited")]],
  ])("still says that the launch may have been accepted: %s", async (_, answers) => {
    const server = await startScriptedServer(["hang up", ...answers]);
    stops.push(server.stop);
    const client = createClient({ baseUrl: server.baseUrl });
    const error = await failed(client.launchMemecoin("base", TOKEN));
    const last = answers.at(-1);
    expect(error).toMatchObject({ status: last?.status, code: last?.body.code, message: "No" });
    expect(error.isOutcomeUnknown).toBe(true);
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers["idempotency-key"]);
  });
});

describe("the challenge of a launch's proof of work", () => {
  const demand = {
    status: 403,
    body: { success: false, error: "Solve it", code: "proof_of_work_required" },
  };

  it("is requested again after a network error, without the key", async () => {
    const challenge = { body: { success: true, required: false, challenge: null } };
    const server = await startScriptedServer([demand, "hang up", challenge, { body: ACCEPTED }]);
    stops.push(server.stop);
    const client = createClient({ baseUrl: server.baseUrl });
    expect(await client.launchMemecoin("base", TOKEN)).toEqual(ACCEPTED);
    const [first, ...rest] = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(rest).toEqual([undefined, undefined, first]);
  });

  it("fails with the key of the launch, which was not accepted", async () => {
    hurryTimeouts();
    const server = await startScriptedServer([demand, "hang up"]);
    stops.push(server.stop);
    const client = createClient({ baseUrl: server.baseUrl });
    const error = await failed(client.launchMemecoin("base", TOKEN));
    expect(error).toMatchObject({ code: "network_error", isOutcomeUnknown: false });
    expect(error.idempotencyKey).toBe(server.seen[0]?.headers["idempotency-key"]);
  });
});

describe("a market stream", () => {
  const known = STREAM_DOCS.streamMarket.examples.response;
  const line = (event: string, id: string, data: unknown) =>
    `id: ${id}\nevent: ${event}\ndata: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

  /** Reads a stream of these blocks until its event with the id `end`. */
  async function readBlocks(blocks: readonly string[], options: StreamOptions = {}) {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write([...blocks, line(known.event, "end", known.data)].join(""));
    });
    const { origin } = await listen(server);
    stops.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const client = createClient({ baseUrl: origin });
    const ids: string[] = [];
    for await (const event of client.streamMarket("base", options)) {
      ids.push(event.id);
      if (event.id === "end") break;
    }
    return ids;
  }

  it("yields events with fields that the client does not know", async () => {
    expect(await readBlocks([line(known.event, "1", extend(known.data))])).toEqual(["1", "end"]);
  });

  it("yields events whose text has a Unicode line separator", async () => {
    const data = { ...known.data, note: "a\u2028b\u2029c\u0085d" };
    expect(await readBlocks([line(known.event, "1", data)])).toEqual(["1", "end"]);
  });

  it("leaves out events of kinds that the client does not know, and reports them", async () => {
    const unreadable: unknown[] = [];
    const onUnreadable = (event: unknown) => unreadable.push(event);
    const blocks = [line("halted", "1", { block: 1 })];
    expect(await readBlocks(blocks)).toEqual(["end"]);
    expect(await readBlocks(blocks, { onUnreadable })).toEqual(["end"]);
    expect(unreadable).toEqual([{ id: "1", event: "halted", data: '{"block":1}' }]);
  });

  it.each([
    ["another shape", { block: "one" }],
    ["no JSON", "{"],
  ])("never loses a known event silently: %s", async (_, data) => {
    const blocks = [line("reorg", "1", data)];
    const error = await failed(readBlocks(blocks));
    expect(error).toMatchObject({ kind: "invalid_answer", code: "invalid_answer" });
    const unreadable: { event: string }[] = [];
    const onUnreadable = (event: { event: string }) => unreadable.push(event);
    expect(await readBlocks(blocks, { onUnreadable })).toEqual(["end"]);
    expect(unreadable).toMatchObject([{ id: "1", event: "reorg" }]);
  });
});
