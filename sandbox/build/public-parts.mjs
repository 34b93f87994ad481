import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The parts of a feature that pages and packages may import. */
const PUBLIC_PARTS = [
  "docs.ts",
  "examples.ts",
  "operations",
  "operations.ts",
  "rules",
  "rules.ts",
  "schema",
  "schema.ts",
];

/** Paths of the parts that exist. */
export function publicParts(root) {
  return readdirSync(join(root, "lib/features"))
    .sort()
    .flatMap((feature) => PUBLIC_PARTS.map((part) => `lib/features/${feature}/${part}`))
    .filter((path) => existsSync(join(root, path)));
}
