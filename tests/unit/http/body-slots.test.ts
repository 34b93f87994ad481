import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBodySlots, startReceiving } from "@/lib/http/limits/body-slots";
import { addressBuckets } from "@/lib/http/limits/buckets";

const LATE_MS = 2_000;
const RESPONSE_BYTES = 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
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

/** A connection that takes as much of a response as the test says. */
class SlowSocket extends Socket {
  readonly handle = { bytesWritten: 0, writeQueueSize: 0, close: (done: () => void) => done() };

  override _write(chunk: Buffer): void {
    this.handle.bytesWritten += chunk.length;
    this.handle.writeQueueSize += chunk.length;
  }

  override _writev(chunks: { chunk: Buffer }[]): void {
    for (const { chunk } of chunks) this._write(chunk);
  }
}

/** A response whose reader takes it slowly. */
function responseTo(address: string) {
  const socket = new SlowSocket();
  Reflect.set(socket, "_handle", socket.handle);
  const request = new IncomingMessage(socket);
  request.complete = true;
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  const caller = { address, buckets: addressBuckets(address), isExempt: false };
  return {
    holder: { request, response, caller },
    isOpen: () => !socket.destroyed,
    send: () => response.writeHead(200).end(Buffer.alloc(RESPONSE_BYTES)),
    /** Lets time pass, in which the reader takes a part. */
    take(bytesPerSecond: number, seconds: number) {
      for (let n = 0; n < seconds * 2; n += 1) {
        vi.advanceTimersByTime(500);
        socket.handle.writeQueueSize -= bytesPerSecond / 2;
      }
    },
  };
}

it.each([
  ["aborts a response of which its reader takes nothing", 0, 3, false],
  ["aborts a response of which its reader takes little", 10_000, 20, false],
  ["spares a response for two seconds", 0, 1, true],
  ["spares a response that a slow phone reads", 20_000, 20, true],
])("%s when all slots are in use", (_, bytesPerSecond, seconds, isOpen) => {
  const slots = createBodySlots({ total: 1, perCaller: 1 });
  const held = responseTo("203.0.113.1");
  slots.take(held.holder);
  held.send();
  held.take(bytesPerSecond, seconds);
  expect(held.isOpen()).toBe(true);
  expect(slots.take(requestFrom("192.0.2.1"))).toEqual(isOpen ? "full" : expect.any(Function));
  expect(held.isOpen()).toBe(isOpen);
});

it("does not count the time in which a response is computed", () => {
  const slots = createBodySlots({ total: 1, perCaller: 1 });
  const held = responseTo("203.0.113.1");
  slots.take(held.holder);
  vi.advanceTimersByTime(60_000);
  held.send();
  held.take(20_000, 5);
  expect(slots.take(requestFrom("192.0.2.1"))).toBe("full");
});

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
