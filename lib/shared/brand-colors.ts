import type { BrandColors } from "./brand";

type Rgb = readonly [number, number, number];

/** The surfaces behind accented text in both themes, the least favorable of each. */
const SURFACES = { light: "#e8edf1", dark: "#202a35" } as const;
const INKS = ["#000000", "#ffffff"] as const;
const CONTRAST_MIN = 4.5;
const STEPS = 100;

/**
 * The colors of a brand from one accent per theme. Accented text is made darker or lighter until it
 * is readable, so that no choice of an operator makes pages unreadable.
 * @param accents `#rrggbb`
 */
export function brandColors(accents: { light: string; dark: string }): BrandColors {
  return { light: colorsOf(accents.light, "light"), dark: colorsOf(accents.dark, "dark") };
}

function colorsOf(accent: string, theme: "light" | "dark") {
  const [dark, white] = INKS;
  const ink = contrast(accent, dark) >= contrast(accent, white) ? dark : white;
  const goal: Rgb = theme === "light" ? [0, 0, 0] : [255, 255, 255];
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mix(accent, goal, step / STEPS));
  const text = shades.find((shade) => contrast(shade, SURFACES[theme]) >= CONTRAST_MIN);
  return { accent, ink, text: text ?? toHex(goal) };
}

/** Contrast ratio of two colors, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(toRgb(one)), luminance(toRgb(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance. Source: WCAG 2.2. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function mix(color: string, goal: Rgb, share: number): string {
  const [red, green, blue] = toRgb(color);
  const to = (from: number, end: number) => Math.round(from + (end - from) * share);
  return toHex([to(red, goal[0]), to(green, goal[1]), to(blue, goal[2])]);
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
