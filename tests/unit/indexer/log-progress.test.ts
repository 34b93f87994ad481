import { pino } from "pino";
import { expect, it } from "vitest";
import { createProgressLog } from "@/lib/indexer/log-progress";

it("logs the progress every 30 seconds, and only when it has changed", () => {
  const lines: unknown[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  let seconds = 0;
  const report = createProgressLog({ log, clock: { now: () => new Date(seconds * 1_000) } });
  const step = (atSeconds: number, head: number, block: number, written: number) => {
    seconds = atSeconds;
    report({ head, written, checkpoint: { block, hash: "0x", time: 0 } });
  };
  step(1, 100, 10, 50);
  step(29, 100, 20, 90);
  expect(lines).toEqual([]);
  step(40, 120, 50, 1_000);
  const progress = { level: 30, msg: "indexing progress" };
  expect(lines).toEqual([{ ...progress, head: 120, indexed: 50, lag: 70, eventsPerSecond: 25 }]);
  step(69, 130, 60, 2_000);
  step(80, 120, 50, 2_000);
  expect(lines).toHaveLength(1);
  step(100, 130, 130, 2_500);
  expect(lines[1]).toEqual({ ...progress, head: 130, indexed: 130, lag: 0, eventsPerSecond: 25 });
});
