import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { z } from "zod";
import { DOCUMENTED_OPERATIONS } from "../../lib/operations/documented";
import { licencesOf } from "./licences";
import { printTypes } from "./print-types";
import { type Entry, tar } from "./tar";

/**
 * Builds the npm package of the client and the command line: `dist/package`, and the archive of it
 * that every instance serves as `/slipway.tgz`. Nothing has to be installed beside it: its code and
 * its types hold what they need.
 */
const root = process.cwd();
const target = join(root, "dist", "package");

const repository = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
});

const README = `# Slipway

The client and the command line of a Slipway token launchpad, installed from the launchpad itself:

    npm install https://launchpad.example/slipway.tgz

    import { createClient } from "@slipway-launchpad/slipway/client";

    npx --no slipway --help

The docs are at \`/docs\` of the launchpad. This package is not on the npm registry.
`;

/** Error texts in fifty languages, of which zod itself only loads English. */
const englishOnly: Plugin = {
  name: "english-only",
  setup(plugin) {
    plugin.onResolve({ filter: /locales\/index\.js$/ }, ({ importer }) =>
      importer.includes("/zod/") ? { path: "locales", namespace: "english-only" } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "english-only" }, () => ({ contents: "export {}" }));
  },
};

async function bundle() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: { client: "lib/client/main.ts", slipway: "cli/main.ts" },
    outdir: target,
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    external: ["node:*"],
    target: ["node20", "es2022"],
    tsconfig: join(root, "tsconfig.json"),
    plugins: [englishOnly],
    legalComments: "none",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
    metafile: true,
    write: false,
  });
  const files = result.outputFiles.map(({ path, contents }) => ({
    path: relative(target, path),
    content: contents,
    isProgram: relative(target, path) === "slipway.js",
  }));
  return { files, inputs: Object.keys(result.metafile.inputs) };
}

function describeOperation(id: string): string | null {
  return DOCUMENTED_OPERATIONS.find((operation) => operation.id === id)?.description ?? null;
}

function manifest(): string {
  const { name, version, description, license, engines } = repository.parse(
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  );
  const content = {
    name,
    version,
    description,
    license,
    type: "module",
    engines,
    sideEffects: false,
    bin: { slipway: "slipway.js" },
    exports: {
      "./client": { types: "./client.d.ts", default: "./client.js" },
      "./package.json": "./package.json",
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function writeAtomic(path: string, content: Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
}

const { files, inputs } = await bundle();
const types = printTypes({
  entry: join(root, "packages/slipway/types.ts"),
  tsconfig: join(root, "tsconfig.json"),
  describe: describeOperation,
});
const text = (path: string, content: string): Entry => ({ path, content: Buffer.from(content) });
const entries: Entry[] = [
  text("package.json", manifest()),
  text("README.md", README),
  text("LICENSE", readFileSync(join(root, "LICENSE"), "utf8")),
  text("THIRD-PARTY-LICENSES", licencesOf(root, inputs)),
  text("client.d.ts", types.text),
  ...files,
];
for (const { path, content, isProgram } of entries) {
  writeAtomic(join(target, path), content, isProgram ? 0o755 : 0o644);
}
const names = new Set(entries.map(({ path }) => path));
for (const old of existsSync(target) ? readdirSync(target) : []) {
  if (!names.has(old)) rmSync(join(target, old), { force: true });
}
const packed = entries.map((entry) => ({ ...entry, path: `package/${entry.path}` }));
writeAtomic(join(root, "dist", "slipway.tgz"), gzipSync(tar(packed), { level: 9 }));
/** What the build reads: `sandbox/build.mjs` builds again when one of these has changed. */
const sources = [...types.sources, ...inputs.map((path) => join(root, path))]
  .filter((path) => !path.includes("/node_modules/") && existsSync(path))
  .map((path) => relative(root, path));
writeAtomic(
  join(root, "dist", "package-sources.json"),
  Buffer.from(JSON.stringify([...new Set(sources)].sort())),
);
