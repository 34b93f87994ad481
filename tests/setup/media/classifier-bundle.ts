import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/**
 * Bundles a worker of the classifier as `npm run build` does, in a separate folder below the
 * checkout, so that it finds the packages.
 * @param source its path from the root
 */
export async function bundleWorker(
  source: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const cache = resolve("node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "slipway-worker-"));
  const path = join(folder, "worker.mjs");
  await build({
    entryPoints: [resolve(source)],
    outfile: path,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
