import type { AverageLength } from "./moving-average";

/** Chart colors as `rgba()`, the format that the chart library supports. */
export type ChartTheme = {
  text: string;
  line: string;
  up: string;
  down: string;
  upVolume: string;
  downVolume: string;
  cross: string;
  averages: Record<AverageLength, string>;
  creator: string;
  wall: string;
  /** Lines that the reader drew. */
  drawing: string;
};

/** The CSS variables of moving averages and markers. */
export const AVERAGE_COLORS = { 7: "--chart-6", 25: "--chart-3" } as const;
export const MARK_COLORS = { own: "--chart-up", creator: "--chart-4", wall: "--chart-2" } as const;

const VOLUME_ALPHA = 0.35;

/** Reads the current design tokens of the dark or light theme. */
export function readChartTheme(element: HTMLElement): ChartTheme {
  const colorOf = readColors(element, [
    ...["--faint", "--line", "--chart-up", "--chart-down", "--line-strong", "--chart-1"],
    ...Object.values(AVERAGE_COLORS),
    ...Object.values(MARK_COLORS),
  ]);
  return {
    text: colorOf("--faint"),
    line: colorOf("--line"),
    up: colorOf("--chart-up"),
    down: colorOf("--chart-down"),
    upVolume: colorOf("--chart-up", VOLUME_ALPHA),
    downVolume: colorOf("--chart-down", VOLUME_ALPHA),
    cross: colorOf("--line-strong"),
    averages: { 7: colorOf(AVERAGE_COLORS[7]), 25: colorOf(AVERAGE_COLORS[25]) },
    creator: colorOf(MARK_COLORS.creator),
    wall: colorOf(MARK_COLORS.wall),
    drawing: colorOf("--chart-1"),
  };
}

/** The CSS variables of the colors of several lines, in their order. */
export const CHART_COLORS = [
  "--chart-1",
  "--chart-2",
  "--chart-3",
  "--chart-4",
  "--chart-5",
  "--chart-6",
] as const;

/** The colors of several lines in the current theme. */
export function readChartColors(element: HTMLElement): string[] {
  const colorOf = readColors(element, CHART_COLORS);
  return CHART_COLORS.map((name) => colorOf(name));
}

/**
 * Converts CSS variables (ours are OKLCH) to `rgba()` with a canvas: one pixel each, read at once,
 * because every read waits for the drawing before it.
 */
function readColors(
  element: HTMLElement,
  names: readonly string[],
): (name: string, alpha?: number) => string {
  const style = getComputedStyle(element);
  const canvas = document.createElement("canvas");
  canvas.width = names.length;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return (name) => style.getPropertyValue(name);
  for (const [x, name] of names.entries()) {
    context.fillStyle = style.getPropertyValue(name);
    context.fillRect(x, 0, 1, 1);
  }
  const { data } = context.getImageData(0, 0, names.length, 1);
  return (name, alpha = 1) => {
    const at = 4 * names.indexOf(name);
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
  };
}
