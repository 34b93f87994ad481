import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { waitUntil } from "@/sandbox/process/wait-until";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { readMetrics } from "../../setup/api/read-metrics";
import { type ReceivedSpan, startOtlpReceiver } from "../../setup/servers/start-otlp-receiver";
import { type Stack, startStack } from "../../setup/stack/start-stack";

/** Traces of a complete launchpad: web server, job engine and indexer. */

const EMAIL = "traced.person@example.com";
const RECEIVER_KEY = "key-of-the-receiver";
const NO_PARENT = "a new trace";
const PATIENT = { timeoutMs: 60_000, everyMs: 50 };
const [SERVER, CLIENT, PRODUCER, CONSUMER, INTERNAL] = [2, 3, 4, 5, 1];

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let stack: Stack;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  stack = await startStack({
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${RECEIVER_KEY}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
});
afterAll(async () => {
  await stack.stop();
  await receiver.stop();
});

const send = (path: string, body?: unknown) => request(path, { baseUrl: stack.baseUrl, body });

async function launch(name: string): Promise<string> {
  const body = launchBody({ name, creatorEmail: EMAIL });
  const { body: answer } = await send("/api/v1/base-sepolia/launch-memecoin", body);
  return launchAccepted.parse(answer).jobId;
}

async function untilCompleted(jobId: string): Promise<void> {
  const isCompleted = async () => {
    const { body } = await send(`/api/v1/launch-status/${jobId}`);
    return launchStatus.parse(body).state === "completed";
  };
  expect(await waitUntil(isCompleted, PATIENT)).not.toBeNull();
}

/** The spans of the trace to which a launch belongs, once its token is indexed. */
async function traceOf(jobId: string): Promise<ReceivedSpan[]> {
  const ofTrace = () => {
    const own = receiver
      .spans()
      .find((span) => span.attributes["slipway.transaction.id"] === jobId);
    return receiver.spans().filter(({ traceId }) => traceId === own?.traceId);
  };
  const isWhole = () => {
    const names = ofTrace().map(({ name }) => name);
    return ["index launch", "process transaction/accepted", "transaction settle-gas"].every(
      (name) => names.includes(name),
    );
  };
  await waitUntil(isWhole, PATIENT);
  return ofTrace();
}

const logOf = (name: string) => readFile(join(stack.dataDir, "logs", `${name}.log`), "utf8");

describe("the trace of a launch", () => {
  it("has every step from the request to the indexed token, with its parent", async () => {
    const jobId = await launch("Traced");
    await untilCompleted(jobId);
    const spans = await traceOf(jobId);
    const nameOf = (id: string | undefined) =>
      spans.find(({ spanId }) => spanId === id)?.name ?? NO_PARENT;
    const lines = spans.map(
      ({ name, parentSpanId, kind, service }) =>
        `${String(service)} ${kind}: ${nameOf(parentSpanId)} > ${name}`,
    );
    const root = "POST /api/v1/{chain}/launch-memecoin";
    const called = "process transaction/accepted";
    const expected = [
      `slipway-web ${SERVER}: ${NO_PARENT} > ${root}`,
      `slipway-web ${PRODUCER}: ${root} > send transaction/accepted`,
      `slipway-web ${CONSUMER}: send transaction/accepted > ${called}`,
      ...["begin", "sign", "broadcast", "settle", "settle-gas"].map(
        (step) => `slipway-web ${INTERNAL}: ${called} > transaction ${step}`,
      ),
      `slipway-web ${CLIENT}: transaction broadcast > eth_sendRawTransaction`,
      `slipway-indexer ${CONSUMER}: ${root} > index launch`,
    ];
    expect(lines).toEqual(expect.arrayContaining(expected));
    // Mined at once, it is settled without waiting.
    const others = lines.filter((line) => !expected.includes(line));
    expect(others).toEqual(others.map(() => expect.stringMatching(/> await receipt$/)));
    const sent = spans.find(({ name }) => name === "eth_sendRawTransaction")?.attributes;
    const indexed = spans.find(({ name }) => name === "index launch")?.attributes;
    expect(indexed?.["slipway.transaction.hash"]).toBe(sent?.["slipway.transaction.hash"]);
    expect(indexed).toMatchObject({ "slipway.chain": "base-sepolia" });
  });

  it("has no email, key or other secret", async () => {
    const { bodies, headers } = receiver.sent();
    expect(headers["x-api-key"]).toBe(RECEIVER_KEY);
    expect(bodies).toContain("launch-memecoin");
    const secrets: unknown[] = Object.values(
      JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8")),
    );
    for (const secret of [EMAIL, "@", RECEIVER_KEY, ...secrets]) {
      if (typeof secret === "string") expect(bodies).not.toContain(secret);
    }
  });

  it("is named in the log lines of its steps", async () => {
    const jobId = await launch("Logged");
    await untilCompleted(jobId);
    const [{ traceId } = { traceId: "" }] = await traceOf(jobId);
    const line = (await logOf("web"))
      .split("\n")
      .find((one) => one.includes(jobId) && one.includes("transaction ended"));
    expect(line).toContain(`"trace_id":"${traceId}"`);
  });

  it("records errors without their messages", async () => {
    const body = { protocolFee: "too much", recipientEmail: EMAIL };
    expect((await send("/api/v1/base-sepolia/create-revenue-manager", body)).status).toBe(500);
    const find = () =>
      receiver.spans().find(({ attributes }) => attributes["error.type"] !== undefined);
    await waitUntil(() => find() !== undefined, PATIENT);
    expect(find()).toMatchObject({
      name: "POST /api/v1/{chain}/create-revenue-manager",
      status: { code: 2 },
      attributes: { "error.type": "invalid_protocol_fee", "http.response.status_code": 500 },
    });
  });

  it("does not continue the trace of a caller", async () => {
    const theirs = "11111111111111111111111111111111";
    const path = "/v1/base-sepolia/tokens?limit=7";
    const before = receiver.spans().length;
    const headers = { traceparent: `00-${theirs}-2222222222222222-01` };
    await request(path, { baseUrl: stack.baseUrl, headers });
    await waitUntil(() => receiver.spans().length > before, PATIENT);
    expect(receiver.sent().bodies).not.toContain(theirs);
  });
});

describe("without a receiver that answers", () => {
  const failed = async () => {
    const metrics = await (await readMetrics(stack.baseUrl)).text();
    return Number(/^slipway_spans_total\{outcome="failed"\} (\d+)$/m.exec(metrics)?.[1]);
  };

  it("launches complete while the receiver hangs", async () => {
    receiver.hang(true);
    const before = await failed();
    await untilCompleted(await launch("While it hangs"));
    await waitUntil(() => receiver.waiting() > 0, PATIENT);
    expect(receiver.waiting()).toBeGreaterThan(0);
    await waitUntil(async () => (await failed()) > before, PATIENT);
    expect(await failed()).toBeGreaterThan(before);
  });

  it("launches complete while the receiver is down, and one line says so", async () => {
    await receiver.stop();
    const before = await failed();
    await untilCompleted(await launch("While it is down"));
    await waitUntil(async () => (await failed()) > before, PATIENT);
    const lines = (await logOf("web"))
      .split("\n")
      .filter((line) => line.includes("the receiver of traces failed"));
    expect(lines).toHaveLength(1);
  });
});
