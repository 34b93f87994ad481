/** Limits of BoundedEthUsdFeed: the largest step, and the shortest time between two prices. */
const STEP_MAX_BPS = 2_000n;
const INTERVAL_MIN_SECONDS = 300;
/** A price is set again at this age, or earlier when it differs this much. */
const REFRESH_SECONDS = 1_200;
const DEVIATION_BPS = 100n;

const BPS = 10_000n;

/**
 * The next answer of a feed that the service sets; null while nothing has to be set. A difference above
 * the largest step is closed in several steps. Prices have 8 decimals.
 * @throws RangeError when the source is outside the feed's bounds: an operator must check it
 */
export function nextFeedAnswer(input: {
  currentE8: bigint;
  ageSeconds: number;
  sourceE8: bigint;
  minE8: bigint;
  maxE8: bigint;
}): bigint | null {
  const { currentE8, ageSeconds, sourceE8, minE8, maxE8 } = input;
  if (sourceE8 < minE8 || sourceE8 > maxE8) {
    throw new RangeError(
      `the source's price ${sourceE8} is outside of the feed's bounds ${minE8} to ${maxE8}`,
    );
  }
  if (ageSeconds < INTERVAL_MIN_SECONDS) return null;
  const difference = sourceE8 > currentE8 ? sourceE8 - currentE8 : currentE8 - sourceE8;
  const isFar = difference * BPS >= currentE8 * DEVIATION_BPS;
  if (!isFar && ageSeconds < REFRESH_SECONDS) return null;
  const step = (currentE8 * STEP_MAX_BPS) / BPS;
  if (difference <= step) return sourceE8;
  return sourceE8 > currentE8 ? currentE8 + step : currentE8 - step;
}
