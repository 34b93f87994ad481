const UNIT_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

function isUnit(text: string): text is keyof typeof UNIT_MS {
  return Object.hasOwn(UNIT_MS, text);
}

/**
 * Milliseconds from now until a time in the SDK's format: a duration such as `1d2h30m10s` (empty =
 * none) or an RFC 3339 date. Never negative; null when it is neither.
 */
export function delayMs(text: string, nowMs: number): number | null {
  if (/^(\d+[wdhms])*$/.test(text)) {
    let totalMs = 0;
    for (const [, count, unit] of text.matchAll(/(\d+)([wdhms])/g)) {
      if (unit !== undefined && isUnit(unit)) totalMs += Number(count) * UNIT_MS[unit];
    }
    return totalMs;
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isFinite(date) ? Math.max(0, date - nowMs) : null;
}
