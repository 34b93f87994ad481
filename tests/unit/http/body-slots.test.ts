import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBodySlots, startReceiving } from "@/lib/http/limits/body-slots";
import { addressBuckets } from "@/lib/http/limits/buckets";

const LATE_MS = 2_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body has not arrived. */
function requestFrom(address: string) {
  const socket = new Socket();
  // Nothing is connected, so the response that it is aborted with fails.
  socket.on("error", () => undefined);
  const request = new IncomingMessage(socket);
  const caller = { address, buckets: addressBuckets(address), isExempt: false };
  return { request, response: new ServerResponse(request), caller };
}

it("aborts no other body when a caller has used its own share", () => {
  const slots = createBodySlots({ total: 2, perCaller: 1 });
  const held = ["203.0.113.1", "198.51.100.1"].map(requestFrom);
  for (const one of held) {
    slots.take(one);
    startReceiving(one.request);
  }
  vi.advanceTimersByTime(LATE_MS);
  expect(slots.take(requestFrom("203.0.113.1"))).toBe("share_used");
  expect(held.some(({ request }) => request.destroyed)).toBe(false);
  expect(slots.take(requestFrom("192.0.2.1"))).toBeTypeOf("function");
  expect(held.filter(({ request }) => request.destroyed)).toHaveLength(1);
});

it("aborts no body that the server has not begun to receive", () => {
  const slots = createBodySlots({ total: 2, perCaller: 1 });
  const [waiting, received] = [requestFrom("203.0.113.1"), requestFrom("198.51.100.1")];
  slots.take(waiting);
  slots.take(received);
  vi.advanceTimersByTime(LATE_MS);
  expect(slots.take(requestFrom("192.0.2.1"))).toBe("full");
  startReceiving(received.request);
  expect(slots.take(requestFrom("192.0.2.1"))).toBe("full");
  vi.advanceTimersByTime(LATE_MS);
  expect(slots.take(requestFrom("192.0.2.1"))).toBeTypeOf("function");
  expect(waiting.request.destroyed).toBe(false);
  expect(received.request.destroyed).toBe(true);
});
