import { buildPackage, isPackageFresh } from "./build-packages.mjs";
import { withBuildLock } from "./build-tools.mjs";
import { buildWeb, isWebFresh } from "./build-web.mjs";

export { watchPackage } from "./build-packages.mjs";
export { buildProcesses, watchProcesses } from "./build-processes.mjs";
export { isWebFresh, webSources } from "./build-web.mjs";

/**
 * Builds pages and packages at the same time, unless their sources are unchanged. Needs the bundles
 * of `buildProcesses`.
 * @param parts what to build
 * @throws an Error with the output of the build that fails
 */
export async function buildApp(root, env, parts = { pages: true, packages: true }) {
  const isStale = () => ({
    pages: parts.pages === true && !isWebFresh(root),
    packages: parts.packages === true && !isPackageFresh(root),
  });
  const before = isStale();
  if (!before.pages && !before.packages) return;
  await withBuildLock(root, async (handOver) => {
    // Another process may have built them meanwhile.
    const { pages, packages } = isStale();
    // The lock goes to the build that takes longer.
    const results = await Promise.allSettled([
      packages ? buildPackage(root, pages ? () => {} : handOver) : null,
      pages ? buildWeb(root, env, handOver) : null,
    ]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  });
}
