import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** The type scale of tailwind.config.ts is made known, so that `text-micro text-muted` keeps both. */
const merge = extendTailwindMerge({
  extend: { classGroups: { "font-size": [{ text: ["micro", "display", "title"] }] } },
});

/** Joins class names; of two that conflict the last one stands. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
