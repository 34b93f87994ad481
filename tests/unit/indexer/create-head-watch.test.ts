import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { createHeadWatch } from "@/lib/indexer/polling/create-head-watch";

describe("a node whose head does not advance", () => {
  let seconds = 0;
  let switches = 0;
  let watch: ReturnType<typeof createHeadWatch>;
  const step = (atSeconds: number, head: number, block = head) => {
    seconds = atSeconds;
    watch({ head, checkpoint: { block, hash: "0x", time: 0 } });
    return switches;
  };

  beforeEach(() => {
    [seconds, switches] = [0, 0];
    watch = createHeadWatch({
      log: pino({ level: "silent" }),
      clock: { now: () => new Date(seconds * 1_000) },
      reader: {
        switchUrl() {
          switches += 1;
          return true;
        },
      },
    });
  });

  it("is used while it advances, however slowly", () => {
    for (let i = 0; i < 10; i += 1) expect(step(i * 29, 100 + i)).toBe(0);
  });

  it("is left after 30 seconds at one block; the next one gets as long", () => {
    expect(step(1, 100)).toBe(0);
    expect(step(30, 100)).toBe(0);
    expect(step(31, 100)).toBe(1);
    expect(step(60, 100)).toBe(1);
    expect(step(61, 100)).toBe(2);
    expect(step(62, 101)).toBe(2);
    expect(step(91, 101)).toBe(2);
  });

  it("is left after 5 seconds behind the index, and behind a head that was seen", () => {
    expect(step(4, 80, 100)).toBe(0);
    expect(step(5, 80, 100)).toBe(1);
    expect(step(6, 110, 100)).toBe(1);
    expect(step(10, 105, 100)).toBe(1);
    expect(step(11, 105, 100)).toBe(2);
  });
});
