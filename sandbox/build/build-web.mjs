import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { filesBelow, hashOf, readJsonFile, runToEnd, writeAtomic } from "./build-tools.mjs";
import { hintScripts } from "./hint-scripts.mjs";
import { publicParts } from "./public-parts.mjs";

const WEB_SOURCES = [
  "app",
  "components",
  "lib/env.ts",
  "lib/operations",
  "lib/schemas",
  "lib/shared",
  "lib/web",
  "packages/client/package.json",
  "packages/client/src",
  "public",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
/**
 * The inputs of `next build`: pages, and what the layer test lets them import. The rest of `lib`
 * runs in the server's own bundle.
 */
export function webSources(root) {
  return [...WEB_SOURCES, ...publicParts(root)];
}

const require = createRequire(import.meta.url);
function webHash(root) {
  const files = webSources(root).flatMap((name) => filesBelow(join(root, name)));
  const publicVariables = Object.entries(process.env)
    .filter(([name]) => name.startsWith("NEXT_PUBLIC_"))
    .sort();
  return hashOf(root, files, process.version, JSON.stringify(publicVariables));
}

/** Whether the pages were built from the sources and public variables that are there. */
export function isWebFresh(root) {
  const stamp = readJsonFile(join(root, ".next", "slipway-build.json"));
  return existsSync(join(root, ".next", "BUILD_ID")) && stamp?.hash === webHash(root);
}

/** Builds the pages. */
export async function buildWeb(root, env, handOver) {
  const hash = webHash(root);
  const next = join(dirname(require.resolve("next/package.json")), "dist", "bin", "next");
  const production = { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await runToEnd(root, [next, "build"], production, handOver, "next build");
  hintScripts(join(root, ".next"));
  writeAtomic(join(root, ".next", "slipway-build.json"), JSON.stringify({ hash }));
}
