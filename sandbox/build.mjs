import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build, context } from "esbuild";

/** Processes: name of the bundle in dist/ and where it begins. */
const ENTRY_POINTS = {
  supervisor: "sandbox/supervisor.ts",
  server: "server.ts",
  indexer: "lib/indexer/main.ts",
  reindex: "lib/indexer/reindex-main.ts",
  "reindex-here": "sandbox/reindex.ts",
  engine: "sandbox/engine/main.ts",
  store: "sandbox/store/main.ts",
  migrate: "lib/db/migrate-main.ts",
  moderator: "lib/media/moderator-worker.ts",
  "probe-video": "lib/media/video/probe-main.ts",
  demo: "sandbox/demo/main.ts",
  package: "packages/build.ts",
};

/**
 * What `next build` reads: pages, and what the layer test lets them import. The rest of `lib` runs in the
 * server's own bundle.
 */
export const WEB_SOURCES = [
  "app",
  "components",
  "lib/domain",
  "lib/env.ts",
  "lib/operations",
  "lib/schemas",
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

const require = createRequire(import.meta.url);

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** One hash over the content of files and anything else that decides the result. */
function hashOf(root, files, ...extra) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(existsSync(file) ? readFileSync(file) : "missing");
  }
  for (const value of [process.version, ...extra]) hash.update(`\0${value}`);
  return hash.digest("hex");
}

function writeAtomic(path, content, mode = 0o666) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Two starts in one checkout must not build at the same time. */
async function withBuildLock(root, job) {
  const path = join(root, "dist", "build.lock");
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    let holder = 0;
    try {
      holder = Number(readFileSync(path, "utf8"));
    } catch {
      continue;
    }
    const isFresh = Date.now() - statSync(path, { throwIfNoEntry: false })?.mtimeMs < 1000;
    if ((holder > 0 && isRunning(holder)) || isFresh) await delay(200);
    else rmSync(path, { force: true });
  }
  try {
    // A build in a process of its own may outlive this one; then the lock has to be its.
    return await job((pid) => writeAtomic(path, String(pid)));
  } finally {
    rmSync(path, { force: true });
  }
}

/** `server-only` guards the browser bundle; outside of Next it would throw. */
const serverOnly = {
  name: "server-only",
  setup(plugin) {
    plugin.onResolve({ filter: /^server-only$/ }, () => ({ path: "empty", namespace: "empty" }));
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
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    tsconfig: join(root, "tsconfig.json"),
    plugins: [serverOnly],
    logLevel: "warning",
    metafile: true,
    write: false,
  };
}

/** Writes bundles by rename, because another instance may be starting from them. */
function writeBundles(result) {
  const changed = [];
  for (const { path, contents, text } of result.outputFiles) {
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    writeAtomic(path, contents, text.startsWith("#!") ? 0o777 : undefined);
    if (path.endsWith(".mjs")) changed.push(relative(dirname(path), path).replace(/\.mjs$/, ""));
  }
  return changed;
}

function writeStamp(root, result) {
  const inputs = Object.keys(result.metafile.inputs)
    .filter((path) => !path.startsWith("empty:"))
    .map((path) => join(root, path))
    .sort();
  const files = [...inputs, ...processConfig(root)];
  writeAtomic(
    join(root, "dist", "stamp.json"),
    JSON.stringify({ files: files.map((file) => relative(root, file)), hash: hashOf(root, files) }),
  );
}

function processConfig(root) {
  return ["sandbox/build.mjs", "tsconfig.json", "package-lock.json"].map((name) =>
    join(root, name),
  );
}

function areProcessesFresh(root) {
  const stamp = readJson(join(root, "dist", "stamp.json"));
  if (stamp === null) return false;
  const bundles = Object.keys(ENTRY_POINTS).map((name) => join(root, "dist", `${name}.mjs`));
  if (!bundles.every((path) => existsSync(path))) return false;
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
  if (areProcessesFresh(root) && isPackageFresh(root)) return;
  await withBuildLock(root, async (handOver) => {
    if (!areProcessesFresh(root)) {
      const result = await build(bundling(root));
      writeBundles(result);
      writeStamp(root, result);
    }
    if (!isPackageFresh(root)) await buildPackage(root, handOver);
  });
}

/** What the packages are built from, beside the sources that their build names. */
const PACKAGE_FILES = [
  "package-lock.json",
  "tsconfig.json",
  "LICENSE",
  "sandbox/build.mjs",
  "packages/build.ts",
  "packages/emit-types.ts",
  "packages/licences.ts",
  "packages/tar.ts",
  "packages/client/package.json",
  "packages/client/README.md",
  "packages/client/src",
  "packages/cli/package.json",
  "packages/cli/README.md",
  "packages/cli/bin",
  "packages/cli/src",
  "lib/operations",
  // Contains the descriptions of the operations.
  "dist/package.mjs",
];

function packageSources(root) {
  const named = readJson(join(root, "dist", "package-sources.json"));
  if (!Array.isArray(named)) return null;
  const files = PACKAGE_FILES.flatMap((name) => filesBelow(join(root, name)));
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
  ];
  if (!outputs.every((path) => existsSync(join(root, path)))) return false;
  return readJson(join(root, "dist", "package-stamp.json"))?.hash === packageHash(root);
}

/** The workspaces `packages/client` and `packages/cli`, and `dist/slipway.tgz`. */
async function buildPackage(root, handOver) {
  const beganMs = Date.now();
  await runToEnd(root, [join(root, "dist", "package.mjs")], process.env, handOver, "The package");
  const isChanged = (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= beganMs;
  // The next check has to find what changed during the build.
  if (packageSources(root)?.some(isChanged)) return;
  writeAtomic(
    join(root, "dist", "package-stamp.json"),
    JSON.stringify({ hash: packageHash(root) }),
  );
}

const PACKAGE_DELAY_MS = 300;

/**
 * Builds the packages again after every change of their sources; one build at a time.
 * @param report receives null after a build, else why it failed
 * @returns what ends the watching
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
    // Changed while it was built.
    later();
  }
  function listen() {
    for (const watcher of watchers) watcher.close();
    const folders = new Set((packageSources(root) ?? []).map((file) => dirname(file)));
    watchers = [...folders].filter(existsSync).map((folder) => watch(folder, later));
  }
  listen();
  // A source may have changed between the build at the start and now.
  later();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Bundles again on every change and tells which bundles came out different. */
export async function watchProcesses(root, onChanged) {
  const notify = {
    name: "notify",
    setup(plugin) {
      plugin.onEnd((result) => {
        if (result.errors.length > 0 || result.outputFiles === undefined) return;
        const changed = writeBundles(result);
        writeStamp(root, result);
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
  const files = WEB_SOURCES.flatMap((name) => filesBelow(join(root, name)));
  const publicVariables = Object.entries(process.env)
    .filter(([name]) => name.startsWith("NEXT_PUBLIC_"))
    .sort();
  return hashOf(root, files, JSON.stringify(publicVariables));
}

/** Whether `next build` has to run before the web process can start. */
export function isWebStale(root) {
  const stamp = readJson(join(root, ".next", "slipway-build.json"));
  return !existsSync(join(root, ".next", "BUILD_ID")) || stamp?.hash !== webHash(root);
}

/**
 * Runs `next build` unless the sources are unchanged.
 * @throws an Error with the output of the build when it fails
 */
export async function buildWeb(root, env) {
  if (!isWebStale(root)) return;
  await withBuildLock(root, async (handOver) => {
    if (!isWebStale(root)) return;
    const hash = webHash(root);
    const next = join(dirname(require.resolve("next/package.json")), "dist", "bin", "next");
    const production = { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    await runToEnd(root, [next, "build"], production, handOver, "next build");
    writeAtomic(join(root, ".next", "slipway-build.json"), JSON.stringify({ hash }));
  });
}

/** Runs a part of the build in a process of its own. @throws an Error with its output */
async function runToEnd(root, args, env, handOver, name) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) handOver(child.pid);
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let output = "";
  const collect = (chunk) => {
    output = `${output}${chunk}`.slice(-20_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  process.off("exit", end);
  if (code !== 0) {
    throw Object.assign(new Error(`${name} failed:\n${output.trim()}`), { name: "BuildError" });
  }
}
