import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** `dist` belongs to another user, or is read-only for this process, as for the units of `ops/systemd`. */
const NOT_WRITABLE = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * A bundle of `dist/`, built first if its sources have changed. Where it cannot be built, the last build
 * is used: a backup must not fail because an update is not finished.
 */
export async function loadBundle(root, name) {
  const path = join(root, "dist", `${name}.mjs`);
  // A container has the bundles without their sources.
  if (existsSync(join(root, "server.ts"))) {
    const { buildProcesses } = await import("./build/build.mjs");
    await buildProcesses(root).catch((error) => {
      if (!NOT_WRITABLE.has(error.code) || !existsSync(path)) throw error;
      process.stderr.write(
        `The bundles in dist are older than their sources, and this user cannot build them (${error.code}). Using the last build; run npm run build.\n`,
      );
    });
  }
  return import(pathToFileURL(path).href);
}
