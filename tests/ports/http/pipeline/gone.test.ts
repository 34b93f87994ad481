import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { LimitDecision } from "@/lib/drivers/limits/limit-rule";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { action } from "@/lib/http/bind";
import { nothing, operation } from "@/lib/operations/operation";
import { createLonelyContext, startPipeline } from "../../support/open-pipeline";

/** Small bodies of one caller at a time. */
const BODIES = 32;
const PATH = "/api/v1/echo";
const ALLOWED = { allowed: true, quota: 60, windowSeconds: 60, remaining: 59, resetSeconds: 60 };

const echo = operation({
  id: "echo",
  api: "launch",
  method: "POST",
  path: PATH,
  params: nothing,
  query: nothing,
  body: z.strictObject({}),
  bodyBytesMax: 100,
  response: z.strictObject({}),
  limit: { policy: "prepare", when: "first" },
  cache: null,
  errors: [],
});

it("starts no request of a client that disconnected while its limit was counted", async () => {
  const ctx = createLonelyContext({ TRUSTED_PROXY_HOPS: "1" });
  const counting: ((decision: LimitDecision) => void)[] = [];
  let isSlow = true;
  let open = 0;
  const server = await startPipeline({
    parts: {
      ...ctx,
      settings: { ...ctx.settings, current: () => DEFAULT_SETTINGS },
      limiter: {
        ...ctx.limiter,
        limit: () =>
          isSlow ? new Promise((resolve) => void counting.push(resolve)) : Promise.resolve(ALLOWED),
      },
    },
    endpoints: [action(echo, async () => ({}))],
    inFlight: {
      begin() {
        open += 1;
      },
      end() {
        open -= 1;
      },
    },
  });
  onTestFinished(() => server.stop());
  const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost:${server.port}\r\nX-Forwarded-For: 203.0.113.9\r\n`;
  const sockets = Array.from({ length: BODIES }, () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
    return socket;
  });
  await expect.poll(() => counting.length).toBe(BODIES);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => open).toBe(0);
  for (const decide of counting) decide(ALLOWED);
  isSlow = false;
  const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
  const options = { method: "POST", headers, body: "{}" };
  expect((await fetch(`${server.baseUrl}${PATH}`, options)).status).toBe(200);
});
