import { expect, it } from "vitest";
import { createRecent } from "@/lib/shared/recent";

it("never stores more than its maximum, however many keys are added", () => {
  const recent = createRecent<number>(100);
  let largest = 0;
  for (let n = 0; n < 10_000; n += 1) {
    recent.set(`key ${n}`, n);
    largest = Math.max(largest, recent.size());
  }
  expect(largest).toBeLessThanOrEqual(100);
  expect(recent.get("key 9999")).toBe(9_999);
  expect(recent.get("key 0")).toBeUndefined();
});

it("keeps entries in use while others are added and evicted", () => {
  const recent = createRecent<number>(100);
  recent.set("mine", 7);
  for (let n = 0; n < 1_000; n += 1) {
    recent.set(`key ${n}`, n);
    expect(recent.get("mine")).toBe(7);
  }
});

it("replaces a value", () => {
  const recent = createRecent<number>(4);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.set("c", 3);
  recent.set("a", 4);
  expect(recent.get("a")).toBe(4);
});
