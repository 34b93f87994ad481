import { existsSync, readdirSync, readFileSync, rmSync, statSync, watch } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { build, context } from "esbuild";
import {
  filesBelow,
  hashOf,
  readJsonFile,
  runToEnd,
  withBuildLock,
  writeAtomic,
} from "./build-tools.mjs";
import { extractRenderer } from "./extract-renderer.mjs";
import { hintScripts } from "./hint-scripts.mjs";

/** Processes: name of the bundle in dist/ and its entry point. */
const ENTRY_POINTS = {
  supervisor: "sandbox/supervisor.ts",
  server: "server.ts",
  indexer: "lib/indexer/main.ts",
  reindex: "lib/indexer/reindex-main.ts",
  "reindex-here": "sandbox/reindex.ts",
  backup: "sandbox/backup/main.ts",
  env: "lib/env.ts",
  doctor: "lib/doctor/main.ts",
  heal: "lib/doctor/heal-main.ts",
  alerts: "lib/doctor/alerts-main.ts",
  secrets: "sandbox/secrets.ts",
  engine: "sandbox/engine/main.ts",
  store: "sandbox/store/main.ts",
  migrate: "lib/drivers/db/migrate-main.ts",
  storage: "lib/drivers/storage/storage-main.ts",
  "inngest-sync": "lib/drivers/jobs/sync-main.ts",
  moderator: "lib/drivers/moderation/moderator-worker.ts",
  "probe-video": "lib/drivers/video/ffmpeg/probe-main.ts",
  demo: "sandbox/demo/main.ts",
  package: "packages/build.ts",
};

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

function publicParts(root) {
  return readdirSync(join(root, "lib/features"))
    .sort()
    .flatMap((feature) => PUBLIC_PARTS.map((part) => `lib/features/${feature}/${part}`))
    .filter((path) => existsSync(join(root, path)));
}

/**
 * The inputs of `next build`: pages, and what the layer test lets them import. The rest of `lib`
 * runs in the server's own bundle.
 */
export function webSources(root) {
  return [...WEB_SOURCES, ...publicParts(root)];
}

const require = createRequire(import.meta.url);

/** `server-only` protects the browser bundle; outside of Next it would throw. */
const serverOnly = {
  name: "server-only",
  setup(plugin) {
    plugin.onResolve({ filter: /^server-only$/ }, () => ({ path: "empty", namespace: "empty" }));
    plugin.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
  },
};

/**
 * Packages of hundreds of small modules, which Node would find, read and compile one by one at every
 * start. They are written as modules only, keep no state that others share, and load no files.
 */
const BUNDLED = [
  "@noble",
  "@scure",
  "abitype",
  "drizzle-orm",
  "isows",
  "multiformats",
  "ox",
  "viem",
  "zod",
];

/** Folder in dist/ of the code that several bundles share; its file names contain a hash. */
const CHUNKS = "chunks";

/** All other packages are loaded from `node_modules`. */
const externalPackages = {
  name: "external-packages",
  setup(plugin) {
    // A bare name; `@/` is this repository.
    plugin.onResolve({ filter: /^@?[a-z]/ }, ({ path, kind }) => {
      const [scope = ""] = path.split("/");
      const isOurs = kind === "entry-point" || scope === "@slipway-launchpad";
      return isOurs || BUNDLED.includes(scope) ? undefined : { path, external: true };
    });
    // Omit zod's error texts in fifty languages: the API uses English only.
    plugin.onResolve({ filter: /locales\/index\.js$/ }, ({ importer }) =>
      importer.includes("/zod/") ? { path: "locales", namespace: "empty" } : undefined,
    );
  },
};

function bundling(root) {
  return {
    absWorkingDir: root,
    entryPoints: Object.entries(ENTRY_POINTS).map(([out, path]) => ({ in: join(root, path), out })),
    outdir: join(root, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What several processes need is read, printed and written once, not once for each of them.
    splitting: true,
    chunkNames: `${CHUNKS}/[hash]`,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    tsconfig: join(root, "tsconfig.json"),
    plugins: [serverOnly, externalPackages],
    logLevel: "warning",
    metafile: true,
    write: false,
  };
}

/**
 * Writes bundles by rename, because another instance may be starting from them: their chunks first,
 * and the chunks of the build before this one stay, because its processes may still load them.
 * @returns the names of the bundles that changed
 */
function writeBundles(root, result) {
  const dist = join(root, "dist");
  const isChunk = ({ path }) => dirname(path) !== dist;
  const chunks = result.outputFiles.filter(isChunk);
  const bundles = result.outputFiles.filter((file) => !isChunk(file));
  const written = [...chunks, ...bundles].filter(({ path, contents, text }) => {
    if (existsSync(path) && readFileSync(path, "utf8") === text) return false;
    writeAtomic(path, contents, text.startsWith("#!") ? 0o777 : undefined);
    return true;
  });
  const names = chunks.map(({ path }) => relative(dist, path));
  const kept = new Set(
    [...names, ...(readStamp(root)?.chunks ?? [])].map((name) => join(dist, name)),
  );
  for (const path of filesBelow(join(dist, CHUNKS))) {
    if (!kept.has(path)) rmSync(path, { force: true });
  }
  writeStamp(root, result, names);
  return written
    .filter((file) => !isChunk(file) && file.path.endsWith(".mjs"))
    .map(({ path }) => basename(path, ".mjs"));
}

function readStamp(root) {
  return readJsonFile(join(root, "dist", "stamp.json"));
}

function writeStamp(root, result, chunks) {
  // The lockfile, which is an input as well, determines the content of `node_modules`.
  const inputs = Object.keys(result.metafile.inputs)
    .filter((path) => !path.startsWith("empty:") && !path.includes("node_modules/"))
    .map((path) => join(root, path))
    .sort();
  const files = [...inputs, ...processConfig(root)];
  const stamp = {
    files: files.map((file) => relative(root, file)),
    hash: hashOf(root, files),
    chunks,
  };
  writeAtomic(join(root, "dist", "stamp.json"), JSON.stringify(stamp));
}

function processConfig(root) {
  return [
    "sandbox/build/build.mjs",
    "sandbox/build/build-tools.mjs",
    "tsconfig.json",
    "package-lock.json",
  ].map((name) => join(root, name));
}

function areProcessesFresh(root) {
  const stamp = readStamp(root);
  if (stamp?.chunks === undefined) return false;
  const bundles = Object.keys(ENTRY_POINTS).map((name) => `${name}.mjs`);
  if (![...bundles, ...stamp.chunks].every((name) => existsSync(join(root, "dist", name)))) {
    return false;
  }
  return (
    stamp.hash ===
    hashOf(
      root,
      stamp.files.map((file) => join(root, file)),
    )
  );
}

/** Bundles the process entry points into dist/ unless their sources are unchanged. */
export async function buildProcesses(root) {
  // For `next build` and `next dev`; both load it as a file.
  extractRenderer(root);
  if (areProcessesFresh(root)) return;
  await withBuildLock(root, async () => {
    if (areProcessesFresh(root)) return;
    writeBundles(root, await build(bundling(root)));
  });
}

/** Inputs of the packages, in addition to the sources that their build lists. */
const PACKAGE_FILES = [
  "package-lock.json",
  "tsconfig.json",
  "LICENSE",
  "sandbox/build/build.mjs",
  "sandbox/build/build-tools.mjs",
  "packages/build.ts",
  "packages/emit-types.ts",
  "packages/licences.ts",
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
  return sources === null ? null : hashOf(root, sources);
}

function isPackageFresh(root) {
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
async function buildPackage(root, handOver) {
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

/** Bundles again on every change and reports which bundles changed. */
export async function watchProcesses(root, onChanged) {
  const notify = {
    name: "notify",
    setup(plugin) {
      plugin.onEnd((result) => {
        if (result.errors.length > 0 || result.outputFiles === undefined) return;
        const changed = writeBundles(root, result);
        if (changed.length > 0) onChanged(changed);
      });
    },
  };
  const options = bundling(root);
  const watcher = await context({ ...options, plugins: [...options.plugins, notify] });
  await watcher.watch({ delay: 100 });
  return () => watcher.dispose();
}

function webHash(root) {
  const files = webSources(root).flatMap((name) => filesBelow(join(root, name)));
  const publicVariables = Object.entries(process.env)
    .filter(([name]) => name.startsWith("NEXT_PUBLIC_"))
    .sort();
  return hashOf(root, files, JSON.stringify(publicVariables));
}

export function isWebFresh(root) {
  const stamp = readJsonFile(join(root, ".next", "slipway-build.json"));
  return existsSync(join(root, ".next", "BUILD_ID")) && stamp?.hash === webHash(root);
}

async function buildWeb(root, env, handOver) {
  const hash = webHash(root);
  const next = join(dirname(require.resolve("next/package.json")), "dist", "bin", "next");
  const production = { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await runToEnd(root, [next, "build"], production, handOver, "next build");
  hintScripts(join(root, ".next"));
  writeAtomic(join(root, ".next", "slipway-build.json"), JSON.stringify({ hash }));
}

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
