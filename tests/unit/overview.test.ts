import { describe, expect, it } from "vitest";
import { stepAt, stepsOf } from "@/lib/features/overview/rules/range";
import { pickSamples, type Sample, seriesOf } from "@/lib/features/overview/rules/samples";

const NOW = Date.UTC(2026, 10, 23, 12, 34, 56) / 1_000;

describe("the steps of a range", () => {
  it.each([
    ["hour", 60, 60],
    ["day", 144, 600],
    ["week", 168, 3_600],
  ] as const)("%s: %i steps of %i seconds, the last one contains now", (range, points, seconds) => {
    const steps = stepsOf(range, NOW);
    expect(steps).toMatchObject({ points, stepSeconds: seconds });
    expect(steps.from % seconds).toBe(0);
    expect(stepAt(steps, NOW)).toBe(points - 1);
    expect(stepAt(steps, steps.from)).toBe(0);
    expect(stepAt(steps, steps.from - 1)).toBeNull();
    expect(stepAt(steps, NOW + seconds)).toBeNull();
  });
});

describe("samples", () => {
  it("are picked by labels, per chain or summed over chains, and absent ones are left out", () => {
    const text = [
      "# HELP slipway_launch_jobs Launches",
      'slipway_launch_jobs{chain="base",state="waiting"} 3',
      'slipway_launch_jobs{chain="base-sepolia",state="waiting"} 4',
      'slipway_launch_jobs{chain="base",state="active"} 1',
      'slipway_wallet_launches_left{chain="base"} 120',
      'slipway_wallet_launches_left{chain="base-sepolia"} 7',
      'slipway_gas_spent_wei{chain="base",window="hour"} 5e+15',
      "slipway_outbox_events NaN",
      "process_cpu_seconds_total 1",
    ].join("\n");
    expect(pickSamples(text)).toEqual({
      "queue.waiting": 7,
      "queue.active": 1,
      "wallet.left@base": 120,
      "wallet.left@base-sepolia": 7,
      "gas.hour.spent@base": 5e15,
    });
  });

  it("make a series with the newest value of each step and gaps where nothing was measured", () => {
    const steps = { from: 6_000, stepSeconds: 600, points: 4 };
    const samples: Sample[] = [
      { minute: 99, values: { a: 1 } },
      { minute: 100, values: { a: 2 } },
      { minute: 109, values: { a: 3 } },
      { minute: 120, values: { b: 9 } },
      { minute: 139, values: { a: 0 } },
      { minute: 140, values: { a: 5 } },
    ];
    expect(seriesOf(samples, steps, ({ a }) => a)).toEqual([3, null, null, 0]);
  });
});
