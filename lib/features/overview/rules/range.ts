/** Spans that the overview shows, each in steps that a small chart can draw. */
export const OVERVIEW_RANGES = ["hour", "day", "week"] as const;
export type OverviewRange = (typeof OVERVIEW_RANGES)[number];

const STEPS: Record<OverviewRange, { stepSeconds: number; points: number }> = {
  hour: { stepSeconds: 60, points: 60 },
  day: { stepSeconds: 600, points: 144 },
  week: { stepSeconds: 3_600, points: 168 },
};

/** The steps of a chart: `points` of `stepSeconds`, the first one at `from` (Unix seconds). */
export type Steps = { from: number; stepSeconds: number; points: number };

/** The steps of a range; the last one contains `nowSeconds`. */
export function stepsOf(range: OverviewRange, nowSeconds: number): Steps {
  const { stepSeconds, points } = STEPS[range];
  const last = Math.floor(nowSeconds / stepSeconds) * stepSeconds;
  return { from: last - (points - 1) * stepSeconds, stepSeconds, points };
}

/** The index of the step that contains a time; null outside. */
export function stepAt({ from, stepSeconds, points }: Steps, seconds: number): number | null {
  const index = Math.floor((seconds - from) / stepSeconds);
  return index >= 0 && index < points ? index : null;
}
