import { describe, expect, it } from "vitest";
import { limitParallel } from "@/lib/support/limit-parallel";

describe("limitParallel", () => {
  it("limits concurrency, starts in order, and continues after a failure", async () => {
    const inPlace = limitParallel(3);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const tasks = Array.from({ length: 7 }, (_, index) =>
      inPlace(async () => {
        started.push(index);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (index === 1) throw new Error("failed");
      }),
    );
    const settled = Promise.allSettled(tasks);
    for (let done = 0; done < tasks.length; done += 1) {
      expect(started).toHaveLength(Math.min(tasks.length, done + 3));
      ends[done]?.();
      // The next task starts within the microtasks of the one that ended.
      await new Promise(setImmediate);
    }
    const outcomes = (await settled).map(({ status }) => status);
    expect(outcomes.filter((status) => status === "rejected")).toHaveLength(1);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
