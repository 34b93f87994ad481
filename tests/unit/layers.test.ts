import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * Who may import whom, as values. The first layer whose pattern matches a file is its layer; `may`
 * lists what it may import besides its own folder. `import type` may look anywhere up.
 */
const LAYERS: { name: string; files: RegExp; may: RegExp[] }[] = [
  {
    name: "domain",
    files: /^lib\/domain\//,
    may: [/^viem$/, /^@noble\/hashes\//, /^multiformats\//],
  },
  { name: "schemas", files: /^lib\/schemas\//, may: [/^lib\/domain\//, /^zod$/, /^viem$/] },
  {
    name: "operations",
    files: /^lib\/operations\//,
    may: [/^lib\/(domain|schemas)\//, /^zod$/],
  },
  {
    name: "openapi",
    files: /^lib\/openapi\//,
    may: [/^lib\/(domain|operations|schemas)\//, /^zod$/],
  },
  {
    name: "env",
    files: /^lib\/env\.ts$/,
    may: [/^lib\/domain\//, /^lib\/schemas\/environment\.ts$/, /^zod$/, /^node:/],
  },
  { name: "support", files: /^lib\/support\//, may: [/^node:/, /^p-limit$/] },
  { name: "log", files: /^lib\/log\.ts$/, may: [/^pino$/] },
  {
    name: "entry point",
    files: /^(server\.ts|lib\/indexer\/(reindex-)?main\.ts|lib\/db\/migrate-main\.ts)$/,
    may: [/^lib\//, /^next$/, /^pg$/, /^node:/, /^viem/, /^drizzle-orm/],
  },
  port("chain", [/^viem/]),
  port("wallets", [/^viem/, /^@privy-io\/node$/]),
  port("ipfs", [/^ipfs-/, /^multiformats/]),
  port("media", [
    /^sharp$/,
    /^nsfwjs\//,
    /^@tensorflow\//,
    /^mediabunny$/,
    /^busboy$/,
    /^@ffmpeg-installer\//,
    /^react$/,
  ]),
  port("db", [/^pg$/, /^drizzle-orm/, /^viem/]),
  port("ratelimit", [/^(@upstash\/|ioredis$)/]),
  port("metrics", [/^prom-client$/]),
  port("jobs", [/^inngest$/]),
  port("mail", [/^nodemailer$/]),
  port("sessions", [/^next-auth\/jwt$/]),
  {
    name: "services",
    files: /^lib\/services\//,
    may: [
      /^lib\/(domain|schemas|features)\//,
      // The errors of ports.
      /^lib\/(chain\/launch-chain|ipfs\/ipfs|media\/images)\.ts$/,
      /^lib\/support\/share-for\.ts$/,
      /^viem(\/siwe)?$/,
      /^node:(crypto|timers)/,
    ],
  },
  {
    name: "stores of features",
    files: /^lib\/features\/[^/]+\/(store|queue|signed-transactions)\.ts$/,
    may: [
      /^lib\/(domain|db)\//,
      /^lib\/features\/[^/]+\/(rules|queue)\.ts$/,
      /^drizzle-orm$/,
      /^viem$/,
    ],
  },
  {
    name: "features",
    files: /^lib\/features\//,
    may: [/^lib\/domain\//, /^lib\/chain\/launch-chain\.ts$/, /^viem$/, /^node:timers/],
  },
  {
    name: "indexer",
    files: /^lib\/indexer\//,
    may: [
      /^lib\/(domain|schemas)\//,
      /^lib\/ipfs\/ipfs\.ts$/,
      /^viem/,
      /^zod$/,
      /^node:(crypto|timers|events)/,
    ],
  },
  { name: "context", files: /^lib\/context(\.ts$|\/)/, may: [/^lib\//, /^viem/, /^node:/] },
  {
    name: "http",
    files: /^lib\/http\//,
    may: [
      /^lib\/(domain|operations|support)\//,
      /^lib\/context\.ts$/,
      /^zod$/,
      /^(ipaddr\.js|lru-cache|negotiator)$/,
      /^node:/,
    ],
  },
  {
    name: "endpoints",
    files: /^lib\/endpoints\//,
    may: [
      /^lib\/(domain|operations|services|http|openapi|auth)\//,
      /^inngest(\/|$)/,
      /^node:(crypto|fs|path)/,
    ],
  },
  {
    name: "auth",
    files: /^lib\/auth\//,
    may: [
      /^lib\/(domain|schemas|services|http|support)\//,
      /^lib\/(context|env)\.ts$/,
      /^next-auth/,
      /^zod$/,
      /^node:crypto$/,
    ],
  },
  {
    name: "client package",
    files: /^packages\/client\/src\//,
    // Pure modules, which the build bundles. The words about operations would go into every page.
    may: [
      /^lib\/(domain|schemas)\//,
      /^lib\/operations\/(?!.*(docs|examples|documented)\.ts$)/,
      /^zod$/,
    ],
  },
  {
    name: "command line",
    files: /^packages\/cli\/(src|bin)\//,
    may: [/^@slipway-launchpad\/client$/, /^node:/],
  },
  {
    name: "build of the packages",
    files: /^packages\/[\w-]+\.ts$/,
    may: [/^lib\/operations\/documented\.ts$/, /^(esbuild|typescript)$/, /^node:/],
  },
  {
    name: "web",
    files: /^lib\/web\//,
    may: [
      /^@slipway-launchpad\/client$/,
      /^lib\/(domain|schemas)\//,
      /^lib\/operations\/(?!.*(docs|examples|documented)\.ts$)/,
      /^zod$/,
      /^viem/,
      /^wagmi/,
      /^@tanstack\//,
    ],
  },
  {
    name: "durable functions",
    files: /^inngest\//,
    may: [
      /^lib\/(services|features|domain)\//,
      /^lib\/(context|env|log)\.ts$/,
      /^lib\/chain\/launch-chain\.ts$/,
      /^inngest$/,
      /^zod$/,
    ],
  },
  {
    name: "pages and components",
    files: /^(app|components)\//,
    may: [
      /^(components|app)\//,
      /^lib\/(web|domain|schemas|operations)\//,
      /^(?!lib\/|packages\/|inngest|sandbox\/|server)/,
    ],
  },
];

function port(folder: string, vendors: RegExp[]) {
  return {
    name: `port ${folder}`,
    files: new RegExp(`^lib/${folder}/`),
    may: [/^lib\/(domain|schemas|support)\//, /^node:/, /^zod$/, ...vendors],
  };
}

/** Everything of a package but its public entry. */
const DEEP_IMPORT =
  /^packages\/(client|cli)\/|^@slipway-launchpad\/(client\/|slipway\/(?!client$))/;

const root = resolve(import.meta.dirname, "../..");

describe("layers", () => {
  const edges = ["lib", "app", "components", "inngest", "packages"]
    .flatMap((folder) => sourcesIn(folder))
    .concat("server.ts")
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })));

  it("reads the imports of the source", () => {
    expect(edges.length).toBeGreaterThan(100);
  });

  it("lets values flow one way", () => {
    const wrong = edges.flatMap(({ file, target }) => {
      const layer = LAYERS.find(({ files }) => files.test(file));
      if (layer === undefined) return [`${file} belongs to no layer`];
      if (layer.files.test(target) && target.startsWith(folderOf(file))) return [];
      if (layer.may.some((allowed) => allowed.test(target))) return [];
      return [`${file} (${layer.name}) must not import ${target}`];
    });
    expect(wrong).toEqual([]);
  });

  it("has no import circle, by types and dynamic imports either", () => {
    const files = ["lib", "app", "components", "inngest", "packages"]
      .flatMap(sourcesIn)
      .concat("server.ts");
    expect(circlesOf(new Map(files.map((file) => [file, projectImportsOf(file)])))).toEqual([]);
  });

  it("finds a circle", () => {
    const imports = { a: ["b"], b: ["c", "d"], c: ["b"], d: [] };
    expect(circlesOf(new Map(Object.entries(imports)))).toEqual(["b > c > b"]);
  });

  it("lists all that pages read in WEB_SOURCES, so that no change leaves a stale build", () => {
    const [, list = ""] =
      /WEB_SOURCES = \[([^\]]+)\]/.exec(readFileSync(join(root, "sandbox/build.mjs"), "utf8")) ??
      [];
    const listed = [...list.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    const isListed = (file: string) =>
      listed.some((name) => file === name || file.startsWith(`${name}/`));
    const reached = new Set(["next.config.ts"]);
    for (const { file } of edges) if (/^(app|components)\//.test(file)) reached.add(file);
    for (const file of reached) {
      const targets = file === "next.config.ts" ? importsOf(file) : targetsOf(file);
      for (const target of targets) if (existsSync(join(root, target))) reached.add(target);
    }
    expect(reached.size).toBeGreaterThan(100);
    expect([...reached].filter((file) => !isListed(file))).toEqual([]);
  });

  function targetsOf(file: string): string[] {
    return edges.filter((edge) => edge.file === file).map(({ target }) => target);
  }

  it("uses the packages through their public entries, in tests and by types as well", () => {
    const users = ["lib", "app", "components", "inngest", "tests", "bench", "sandbox"];
    const deep = users.flatMap(sourcesIn).flatMap((file) =>
      everyImportOf(file)
        .map((specifier) => locate(file, specifier))
        .filter((target) => DEEP_IMPORT.test(target))
        .map((target) => `${file} must not import ${target}`),
    );
    expect(deep).toEqual([]);
  });

  it.each([
    ["components/a/b.tsx", "../../packages/client/src/call"],
    ["tests/unit/a.test.ts", "@/packages/cli/src/run"],
    ["lib/web/a.ts", "@slipway-launchpad/client/dist/call.js"],
  ])("knows a deep import: %s, %s", (file, specifier) => {
    expect(locate(file, specifier)).toMatch(DEEP_IMPORT);
  });

  it("reads the environment in lib/env.ts only", () => {
    const readers = ["lib", "app", "components", "inngest", "sandbox", "packages"]
      .flatMap((folder) => sourcesIn(folder))
      .concat("server.ts", "next.config.ts")
      .filter((file) => file !== "lib/env.ts")
      .filter((file) => /process\.env/.test(readFileSync(join(root, file), "utf8")));
    expect(readers).toEqual([]);
  });
});

/** Every module that a file names: types and dynamic imports too. */
function everyImportOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, file), "utf8"), true, true)
    .importedFiles.map(({ fileName }) => fileName);
}

/** The project files that a file names, by their paths. */
function projectImportsOf(file: string): string[] {
  return everyImportOf(file).flatMap((specifier) => {
    const path = locate(file, specifier);
    const found = [path, `${path}x`].find((one) => existsSync(join(root, one)));
    return found === undefined ? [] : [found];
  });
}

/** One path through each circle that a depth-first walk meets. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, above: readonly string[]): void => {
    const from = above.indexOf(file);
    if (from >= 0) circles.push([...above.slice(from), file].join(" > "));
    if (from >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...above, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}

/** The folder below which a layer's files may import each other: `lib/chain/`, `components/`. */
function folderOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  const isOwn = ["lib", "packages"].includes(first) && !second.includes(".");
  return isOwn ? `${first}/${second}/` : `${first}/`;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(dist|node_modules)\//.test(file));
}

/** The modules a file imports as values: project files from the root, packages by name. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
  );
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    return isTypeOnly(statement) ? [] : [locate(file, specifier.text)];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined) return false;
  return ts.isNamedImports(bindings) && bindings.elements.every((element) => element.isTypeOnly);
}

function locate(file: string, specifier: string): string {
  const isProject = specifier.startsWith(".") || specifier.startsWith("@/");
  if (!isProject) return specifier;
  const target = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : resolve(root, file, "..", specifier);
  const path = relative(root, target);
  return /\.\w+$/.test(path) ? path : `${path}.ts`;
}
