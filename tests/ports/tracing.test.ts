import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTracing } from "@/lib/drivers/tracing/create-tracing";
import type { Tracing } from "@/lib/drivers/tracing/tracing";
import { EnvError, readEnv } from "@/lib/env";
import { AppError } from "@/lib/shared/errors";
import { activeSpan } from "@/lib/support/active-span";
import { startSilentServer } from "../setup/servers/silent-server";
import { startOtlpReceiver } from "../setup/servers/start-otlp-receiver";

const REMOTE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";
const silent = { warn() {}, info() {} };

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.stop());

async function start(variables: Record<string, string> = {}): Promise<Tracing> {
  const { tracing: configured } = readEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: "60000",
    ...variables,
  });
  if (configured === null) throw new Error("traces are off");
  const tracing = createTracing({ ...configured, log: silent });
  await tracing.start();
  return tracing;
}

const work = (tracing: Tracing, remote: string | null = null) =>
  tracing.span("work", { remote }, async (span) => span.traceparent);

describe("traces", () => {
  it("send the spans of nested work, with the errors of failed work but not their texts", async () => {
    const tracing = await start();
    const failing = tracing.span("outer", { attributes: { answer: 42 } }, () =>
      tracing.span("inner", { kind: "client" }, async () => {
        tracing.set({ added: true });
        throw new AppError("token_not_found", "text with ada@example.com");
      }),
    );
    await expect(failing).rejects.toThrow(/ada@example/);
    await tracing.stop();
    const [inner, outer] = receiver.spans();
    expect(inner).toMatchObject({
      name: "inner",
      traceId: outer?.traceId,
      parentSpanId: outer?.spanId,
      attributes: { added: true, "error.type": "token_not_found" },
      status: { code: 2 },
    });
    expect(outer).toMatchObject({ name: "outer", attributes: { answer: 42 } });
    expect(outer?.parentSpanId).toBeUndefined();
    expect(receiver.sent().bodies).not.toContain("ada@");
    expect(tracing.counts()).toEqual({ exported: 2, failed: 0 });
  });

  it("continue a stored trace, unless a span is active", async () => {
    const tracing = await start();
    expect(await work(tracing, `${REMOTE}-01`)).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-/);
    await tracing.span("own", {}, async (own) => {
      const inner = await work(tracing, `${REMOTE}-01`);
      expect(inner?.slice(0, 35)).toBe(own.traceparent?.slice(0, 35));
    });
    expect(await work(tracing, "damaged")).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    await tracing.stop();
  });

  it.each([
    ["always_off", "1", null, false],
    ["parentbased_traceidratio", "0", null, false],
    ["parentbased_traceidratio", "0", `${REMOTE}-01`, true],
    ["parentbased_traceidratio", "1", `${REMOTE}-00`, false],
    ["parentbased_always_on", "1", `${REMOTE}-00`, false],
    ["traceidratio", "1", `${REMOTE}-00`, true],
    ["always_on", "1", null, true],
  ])("with sampler %s %s and the parent %s record a span: %s", async (...row) => {
    const [sampler, ratio, remote, isRecorded] = row;
    const tracing = await start({
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: ratio,
    });
    expect(await work(tracing, remote)).toMatch(isRecorded ? /-01$/ : /-00$/);
    await tracing.stop();
    expect(receiver.spans()).toHaveLength(isRecorded ? 1 : 0);
  });

  it("stop in time although the receiver never answers", async () => {
    const hanging = await startSilentServer();
    const tracing = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: hanging.url });
    await work(tracing);
    await tracing.stop();
    expect(tracing.counts().exported).toBe(0);
    await hanging.stop();
  });

  it("are off without an endpoint: work runs without a span", async () => {
    const off = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: "true" }].map(
      (variables) => readEnv(variables).tracing,
    );
    expect(off).toEqual([null, null]);
    const tracing = createTracing(null);
    await tracing.start();
    await tracing.span("work", {}, async (span) => {
      expect([span.traceparent, activeSpan(), tracing.isOn()]).toEqual([null, null, false]);
    });
  });
});

describe("the variables of traces", () => {
  const tracingOf = (variables: Record<string, string>) => readEnv(variables).tracing;

  it("take the URL, headers and attributes of the specification", () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318/";
    expect(
      tracingOf({
        OTEL_EXPORTER_OTLP_ENDPOINT,
        OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=a%20b, authorization=Basic dTpw",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      }),
    ).toMatchObject({
      url: "http://collector:4318/v1/traces",
      headers: { "x-api-key": "a b", authorization: "Basic dTpw" },
      resource: { "deployment.environment.name": "test" },
      sampler: "parentbased_always_on",
    });
    const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = "https://traces.example.com/in";
    expect(
      tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })?.url,
    ).toBe(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  });

  it.each([
    { OTEL_TRACES_SAMPLER: "sometimes" },
    { OTEL_TRACES_SAMPLER_ARG: "2" },
    { OTEL_EXPORTER_OTLP_HEADERS: "the-key-itself" },
    { OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=the-key-itself%" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://collector:4317" },
  ])("are checked: %o", (variables) => {
    let message = "";
    try {
      readEnv(variables);
    } catch (error) {
      message = error instanceof EnvError ? error.message : "";
    }
    expect(message).toContain(Object.keys(variables)[0]);
    expect(message).not.toContain("the-key-itself");
  });
});
