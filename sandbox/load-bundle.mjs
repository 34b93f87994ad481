import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A bundle of `dist/`, built first if its sources have changed. */
export async function loadBundle(root, name) {
  // A container has the bundles without their sources.
  if (existsSync(join(root, "server.ts"))) {
    const { buildProcesses } = await import("./build/build.mjs");
    await buildProcesses(root);
  }
  return import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);
}
