import type { BrandColors } from "@/lib/shared/brand";

/** The colors of a brand, over those of `globals.css`. They are checked `#rrggbb` values. */
export function brandStyle({ light, dark }: BrandColors): string {
  return `:root{${declare(light)}}.dark{${declare(dark)}}`;
}

function declare({ accent, ink, text }: BrandColors["light"]): string {
  return `--accent:${accent};--accent-ink:${ink};--accent-text:${text}`;
}
