import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { action } from "@/lib/http/bind";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { createLonelyContext, startPipeline } from "../../support/open-pipeline";

/** Much more than a connection of this machine stores outside of the process. */
const LARGE = "x".repeat(48 * 1024 * 1024);
const HOUR_MS = 3_600_000;
const SLOTS = 4;

const readLarge = operation({
  id: "readLarge",
  api: "launch",
  method: "GET",
  path: "/api/v1/large",
  params: nothing,
  query: z.strictObject({ size: z.enum(["large", "small"]) }),
  body: noBody,
  bodyBytesMax: 0,
  response: z.strictObject({ text: z.string() }),
  limit: null,
  cache: null,
  atOnce: { total: SLOTS, perCaller: 1 },
  errors: [],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("aborts responses that are not read when all slots are in use, so that others are served", async () => {
  const ctx = createLonelyContext({ TRUSTED_PROXY_HOPS: "1" });
  const parts = { ...ctx, settings: { ...ctx.settings, current: () => DEFAULT_SETTINGS } };
  let answered = 0;
  const server = await startPipeline({
    parts,
    work: createWorkLimit(parts),
    endpoints: [
      action(readLarge, async ({ input }) => {
        answered += 1;
        return { text: input.query.size === "large" ? LARGE : "" };
      }),
    ],
  });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.stop();
  });
  for (let n = 0; n < SLOTS; n += 1) {
    const socket = connect(server.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(
      `GET /api/v1/large?size=large HTTP/1.1\r\nHost: localhost:${server.port}\r\nX-Forwarded-For: ${20 + n}.1.1.1\r\n\r\n`,
    );
  }
  const visit = async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const response = await fetch(`${server.baseUrl}/api/v1/large?size=small`, { headers });
    await response.text();
    return response.status;
  };
  await expect.poll(() => answered, { timeout: 10_000 }).toBe(SLOTS);
  expect(await visit()).toBe(503);
  const later = async () => {
    vi.advanceTimersByTime(HOUR_MS);
    return visit();
  };
  await expect.poll(later, { timeout: 10_000 }).toBe(200);
});
