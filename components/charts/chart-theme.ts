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
  const style = getComputedStyle(element);
  const read = (name: string, alpha = 1) => toRgba(style.getPropertyValue(name), alpha);
  return {
    text: read("--faint"),
    line: read("--line"),
    up: read("--chart-up"),
    down: read("--chart-down"),
    upVolume: read("--chart-up", VOLUME_ALPHA),
    downVolume: read("--chart-down", VOLUME_ALPHA),
    cross: read("--line-strong"),
    averages: { 7: read(AVERAGE_COLORS[7]), 25: read(AVERAGE_COLORS[25]) },
    creator: read(MARK_COLORS.creator),
    wall: read(MARK_COLORS.wall),
    drawing: read("--chart-1"),
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
  const style = getComputedStyle(element);
  return CHART_COLORS.map((name) => toRgba(style.getPropertyValue(name), 1));
}

/** Converts any CSS color (ours are OKLCH) to `rgba()` with a canvas. */
function toRgba(color: string, alpha: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
