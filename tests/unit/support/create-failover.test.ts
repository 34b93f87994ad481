import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFailover } from "@/lib/support/calls/create-failover";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

it("uses the next URL after a failure, once for concurrent failures", () => {
  const failover = createFailover(3);
  expect(failover.current()).toBe(0);
  failover.failed(0);
  failover.failed(0);
  expect(failover.current()).toBe(1);
  failover.failed(1);
  failover.failed(2);
  expect(failover.current()).toBe(0);
});

it("stays with the only URL", () => {
  const failover = createFailover(1);
  failover.failed(0);
  expect(failover.current()).toBe(0);
});

it("returns to the first URL after 30 seconds, and later while it keeps failing", () => {
  const failover = createFailover(2);
  const pauses = [30, 60, 120, 240, 300, 300];
  for (const seconds of pauses) {
    failover.failed(0);
    pass(seconds - 1);
    expect(failover.current()).toBe(1);
    pass(1);
    expect(failover.current()).toBe(0);
  }
  pass(60);
  failover.failed(0);
  pass(30);
  expect(failover.current()).toBe(0);
});

it("pauses longer after each failed return, also when calls are rare", () => {
  const failover = createFailover(2);
  for (const seconds of [30, 60, 120]) {
    failover.failed(0);
    pass(seconds - 1);
    expect(failover.current()).toBe(1);
    pass(100);
    expect(failover.current()).toBe(0);
  }
});

it("keeps the pause when the next URL fails during it", () => {
  const failover = createFailover(2);
  failover.failed(0);
  pass(30);
  expect(failover.current()).toBe(0);
  failover.failed(0);
  pass(10);
  failover.failed(1);
  failover.failed(0);
  pass(59);
  expect(failover.current()).toBe(1);
  pass(1);
  expect(failover.current()).toBe(0);
});
