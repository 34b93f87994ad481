import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build, context } from "esbuild";
import { filesBelow, hashOf, readJsonFile, withBuildLock, writeAtomic } from "./build-tools.mjs";
import { extractRenderer } from "./extract-renderer.mjs";

/** Processes: name of the bundle in dist/ and its entry point. */
const ENTRY_POINTS = {
  supervisor: "sandbox/supervisor.ts",
  server: "server.ts",
  indexer: "lib/indexer/main.ts",
  reindex: "lib/commands/reindex.ts",
  "reindex-here": "sandbox/reindex.ts",
  backup: "sandbox/backup/main.ts",
  env: "lib/env.ts",
  doctor: "lib/commands/doctor.ts",
  heal: "lib/commands/heal.ts",
  alerts: "lib/commands/alerts.ts",
  secrets: "sandbox/secrets.ts",
  engine: "sandbox/engine/main.ts",
  store: "sandbox/store/main.ts",
  migrate: "lib/commands/migrate.ts",
  storage: "lib/commands/storage.ts",
  "inngest-sync": "lib/commands/inngest-sync.ts",
  moderator: "lib/drivers/moderation/classifier-worker.ts",
  "probe-video": "lib/drivers/video/ffmpeg/probe-main.ts",
  demo: "sandbox/demo/main.ts",
  package: "packages/build.ts",
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
    plugin.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
  },
};

function bundling(root) {
  return {
    absWorkingDir: root,
    entryPoints: Object.entries(ENTRY_POINTS).map(([out, path]) => ({ in: join(root, path), out })),
    outdir: join(root, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Modules that several processes import are read, printed and written once.
    splitting: true,
    chunkNames: `${CHUNKS}/[hash]`,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    tsconfig: join(root, "tsconfig.json"),
    plugins: [externalPackages],
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
    "sandbox/build/build-processes.mjs",
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
