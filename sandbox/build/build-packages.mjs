import { existsSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import {
  filesBelow,
  hashOf,
  readJsonFile,
  runToEnd,
  withBuildLock,
  writeAtomic,
} from "./build-tools.mjs";
import { publicParts } from "./public-parts.mjs";

/** Inputs of the packages, in addition to the sources that their build lists. */
const PACKAGE_FILES = [
  "package-lock.json",
  "tsconfig.json",
  "LICENSE",
  "sandbox/build/build-packages.mjs",
  "sandbox/build/public-parts.mjs",
  "sandbox/build/build-tools.mjs",
  "packages/build.ts",
  "packages/emit-types.ts",
  "packages/licences.ts",
  "packages/posix-relative.ts",
  "packages/tar.ts",
  "packages/client/package.json",
  "packages/client/README.md",
  "packages/client/src",
  "packages/mcp/package.json",
  "packages/mcp/README.md",
  "packages/mcp/src",
  "packages/cli/package.json",
  "packages/cli/README.md",
  "packages/cli/bin",
  "packages/cli/src",
  "lib/operations",
  // Contains the descriptions of the operations.
  "dist/package.mjs",
];

function packageSources(root) {
  const named = readJsonFile(join(root, "dist", "package-sources.json"));
  if (!Array.isArray(named)) return null;
  const files = [...PACKAGE_FILES, ...publicParts(root)].flatMap((name) =>
    filesBelow(join(root, name)),
  );
  return [...new Set([...named.map((name) => join(root, name)), ...files])].sort();
}

/** Emitting types takes seconds, so the packages are built only when one of their sources changed. */
function packageHash(root) {
  const sources = packageSources(root);
  return sources === null ? null : hashOf(root, sources, process.version);
}

/** Whether the packages were built from the sources that are there. */
export function isPackageFresh(root) {
  const outputs = [
    "dist/slipway.tgz",
    "packages/client/dist/index.js",
    "packages/cli/dist/index.js",
    "packages/mcp/dist/index.js",
  ];
  if (!outputs.every((path) => existsSync(join(root, path)))) return false;
  return readJsonFile(join(root, "dist", "package-stamp.json"))?.hash === packageHash(root);
}

/** The workspaces `packages/client`, `packages/mcp` and `packages/cli`, and `dist/slipway.tgz`. */
export async function buildPackage(root, handOver) {
  const beganMs = Date.now();
  await runToEnd(root, [join(root, "dist", "package.mjs")], process.env, handOver, "The package");
  const isChanged = (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= beganMs;
  // The next check must detect what changed during the build.
  if (packageSources(root)?.some(isChanged)) return;
  writeAtomic(
    join(root, "dist", "package-stamp.json"),
    JSON.stringify({ hash: packageHash(root) }),
  );
}

const PACKAGE_DELAY_MS = 300;

/**
 * Builds the packages again after every change of their sources; one build at a time.
 * @param report receives null after a build, otherwise the error
 * @returns a function that stops watching
 */
export function watchPackage(root, report) {
  let timer;
  let isBuilding = false;
  let isEnded = false;
  let watchers = [];
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(check, PACKAGE_DELAY_MS);
  };
  async function check() {
    if (isBuilding || isEnded || isPackageFresh(root)) return;
    isBuilding = true;
    try {
      await withBuildLock(root, (handOver) => buildPackage(root, handOver));
      report(null);
      listen();
    } catch (error) {
      report(error.message);
      return;
    } finally {
      isBuilding = false;
    }
    // Changed during the build.
    later();
  }
  function listen() {
    for (const watcher of watchers) watcher.close();
    const folders = new Set((packageSources(root) ?? []).map((file) => dirname(file)));
    watchers = [...folders].filter(existsSync).map((folder) => watch(folder, later));
  }
  listen();
  // A source may have changed between the initial build and now.
  later();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
