/** Coordinate space of the drawing; the image is stretched. */
export const SPARKLINE_WIDTH = 100;
export const SPARKLINE_HEIGHT = 32;
const MARGIN = 2;
/** Price ranges below this ratio are not magnified further. */
const SPAN_MIN = 0.02;

/** SVG paths of the line and the area below it; null with fewer than two points. */
export function sparklinePath(
  points: readonly string[],
  size: { width: number; height: number } = { width: SPARKLINE_WIDTH, height: SPARKLINE_HEIGHT },
): { line: string; area: string } | null {
  const { width, height } = size;
  const values = points.map(Number);
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = Math.max(high - low, high * SPAN_MIN, Number.MIN_VALUE);
  const middle = (high + low) / 2;
  const usable = height - 2 * MARGIN;
  const line = values
    .map((value, index) => {
      const x = (index * width) / (values.length - 1);
      const y = height / 2 - ((value - middle) / span) * usable;
      return `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`;
    })
    .join("");
  return { line, area: `${line}V${height}H0Z` };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
