import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describeSkill } from "@slipway-launchpad/mcp";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { DOCUMENTED_OPERATIONS } from "../lib/operations/documented";
import { emitTypes } from "./emit-types";
import { licencesOf } from "./licences";
import { posixRelative } from "./posix-relative";
import { type TarEntry, tar } from "./tar";

/**
 * Builds the workspaces `packages/client`, `packages/mcp` and `packages/cli` (`dist/` in each), and
 * the archive of the last, which every instance serves as `/slipway.tgz` and which contains the
 * others. None has dependencies: code and types include what they need, so the archive installs
 * without a registry.
 */
const root = process.cwd();
const CLIENT = join(root, "packages", "client");
const CLI = join(root, "packages", "cli");
const MCP = join(root, "packages", "mcp");
const CLIENT_NAME = "@slipway-launchpad/client";
const MCP_NAME = "@slipway-launchpad/mcp";
/** Path of the client's copy inside the CLI package. */
const CLIENT_WITHIN = "./client/index.js";
/** Users get the address of their own launchpad when they read `/skill.md` there. */
const SKILL_ORIGIN = "https://launchpad.example";

/** zod has error texts in fifty languages; the packages need only English. */
const englishOnly: Plugin = {
  name: "english-only",
  setup(plugin) {
    plugin.onResolve({ filter: /locales\/index\.js$/ }, ({ importer }) =>
      /[\\/]zod[\\/]/.test(importer) ? { path: "locales", namespace: "english-only" } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "english-only" }, () => ({ contents: "export {}" }));
  },
};

/** Leaves the import of a package, which is another file of the same archive. */
function within(name: string, path: string): Plugin {
  return {
    name: "within",
    setup(plugin) {
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, external: true }));
    },
  };
}

/** Bundles the entry of a package. */
async function bundle(folder: string, ...plugins: Plugin[]) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, "src", "index.ts")],
    outdir: join(folder, "dist"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    external: ["node:*"],
    target: ["node20", "es2022"],
    tsconfig: join(root, "tsconfig.json"),
    plugins,
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`${folder} has no code`);
  return { script: script.text, inputs: Object.keys(metafile.inputs) };
}

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  return ts.createProgram(
    [CLIENT, CLI].map((folder) => join(folder, "src", "index.ts")),
    {
      ...options,
      incremental: false,
      tsBuildInfoFile: undefined,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
    },
  );
}

function describeOperation(id: string): string | null {
  return DOCUMENTED_OPERATIONS.find((operation) => operation.id === id)?.description ?? null;
}

/** Replaces a file atomically: another process may be reading it. */
function writeAtomic(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** Writes the files of a `dist` folder and removes all others in it. */
function writeDist(folder: string, files: ReadonlyMap<string, string>): void {
  const target = join(folder, "dist");
  for (const [path, text] of files) writeAtomic(join(target, path), text);
  for (const path of filesBelow(target)) {
    if (!files.has(posixRelative(target, path))) rmSync(path, { force: true });
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The files that npm packs from a package: its manifest, README and licence, and its `files`. */
function packed(folder: string): TarEntry[] {
  const paths = ["package.json", "README.md", "LICENSE"]
    .map((name) => join(folder, name))
    .concat(filesBelow(join(folder, "bin")), filesBelow(join(folder, "dist")));
  return paths.map((path) => ({
    path: `package/${posixRelative(folder, path)}`,
    content: readFileSync(path),
    isProgram: posixRelative(folder, path).startsWith("bin/"),
  }));
}

const client = await bundle(CLIENT, englishOnly);
const mcp = await bundle(MCP, englishOnly, within(CLIENT_NAME, "../client/index.js"));
const cli = await bundle(
  CLI,
  within(CLIENT_NAME, CLIENT_WITHIN),
  within(MCP_NAME, "./mcp/index.js"),
);
const program = createProgram();
const clientFiles = new Map([
  ["index.js", client.script],
  ["THIRD-PARTY-LICENSES", licencesOf(root, client.inputs)],
]);
for (const { path, text } of emitTypes(program, {
  folder: join(CLIENT, "src"),
  describe: describeOperation,
})) {
  clientFiles.set(path, text);
}
const cliFiles = new Map([["index.js", cli.script]]);
for (const { path, text } of emitTypes(program, {
  folder: join(CLI, "src"),
  describe: () => null,
  rename: (path) => (path === CLIENT_NAME ? CLIENT_WITHIN : path),
})) {
  cliFiles.set(path, text);
}
for (const [path, text] of clientFiles) cliFiles.set(`client/${path}`, text);
const mcpFiles = new Map([
  ["index.js", mcp.script],
  ["SKILL.md", describeSkill(SKILL_ORIGIN)],
  ["THIRD-PARTY-LICENSES", licencesOf(root, mcp.inputs)],
]);
for (const [path, text] of mcpFiles) cliFiles.set(`mcp/${path}`, text);
writeDist(CLIENT, clientFiles);
writeDist(MCP, mcpFiles);
writeDist(CLI, cliFiles);
for (const folder of [CLIENT, CLI, MCP]) {
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}
writeAtomic(join(root, "dist", "slipway.tgz"), gzipSync(tar(packed(CLI)), { level: 9 }));

/** The build's inputs: `sandbox/build/build-packages.mjs` builds again when one of these has changed. */
const sources = [
  ...program.getSourceFiles().map(({ fileName }) => fileName),
  ...[...client.inputs, ...cli.inputs, ...mcp.inputs].map((path) => join(root, path)),
]
  .filter((path) => existsSync(path))
  .map((path) => posixRelative(root, path))
  .filter((path) => !/(^|\/)node_modules\//.test(path));
writeAtomic(
  join(root, "dist", "package-sources.json"),
  JSON.stringify([...new Set(sources)].sort()),
);
