import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/**
 * Allowed imports of values: `import type` may refer to any upper layer. The role of a file is the
 * first one whose pattern matches it; `may` lists the imports besides its own folder (of `lib`: its
 * own feature or driver). `FEATURE_EDGES` lists the imports between features.
 */
type Role = { name: string; files: RegExp; may: RegExp[] };

const SHARED = /^lib\/shared\//;
const RULES = /^lib\/features\/[\w-]+\/rules(\/|\.ts$)/;
const SCHEMAS = /^lib\/schemas\//;
const FEATURE_SCHEMAS = /^lib\/features\/[\w-]+\/schema(\/|\.ts$)/;
const OPERATIONS =
  /^lib\/features\/[\w-]+\/(operations\.ts$|operations\/(?!.*-(docs|examples)\.ts$))|^lib\/operations\/(?!.*(docs|examples|documented)\.ts$)/;
const TEXTS =
  /^lib\/features\/[\w-]+\/((docs|examples)\.ts$|operations\/.*-(docs|examples)\.ts$)|^lib\/operations\//;
const STORES = /^lib\/features\/[\w-]+\/store(\/|\.ts$)/;
const DATABASE = /^lib\/drivers\/db\//;
/** A driver's port: its types and the errors that it throws. */
const PORTS =
  /^lib\/drivers\/(chain\/chain-types|ipfs\/ipfs|images\/image-types|mail\/mailer|video\/video-provider)\.ts$/;

const ROLES: Role[] = [
  { name: "shared", files: SHARED, may: [/^viem$/, /^@noble\/hashes\//, /^multiformats\//] },
  { name: "rules", files: RULES, may: [SHARED, RULES, /^viem$/] },
  { name: "schemas", files: SCHEMAS, may: [SHARED, RULES, /^zod$/, /^viem$/] },
  {
    name: "schema of a feature",
    files: FEATURE_SCHEMAS,
    may: [SHARED, RULES, SCHEMAS, FEATURE_SCHEMAS, /^zod$/],
  },
  {
    name: "operations",
    files: OPERATIONS,
    may: [SHARED, RULES, SCHEMAS, FEATURE_SCHEMAS, OPERATIONS, /^zod$/],
  },
  {
    name: "texts about operations",
    files: TEXTS,
    may: [SHARED, RULES, SCHEMAS, FEATURE_SCHEMAS, OPERATIONS, TEXTS],
  },
  {
    name: "openapi",
    files: /^lib\/openapi\//,
    // llms.txt lists the tools of the MCP server.
    may: [SHARED, RULES, SCHEMAS, TEXTS, /^@slipway-launchpad\/mcp$/, /^zod$/],
  },
  {
    name: "store of a feature",
    files: STORES,
    may: [SHARED, RULES, DATABASE, STORES, /^pg$/, /^drizzle-orm/, /^viem$/, /^zod$/],
  },
  {
    name: "use cases",
    files: /^lib\/features\//,
    may: [
      SHARED,
      RULES,
      SCHEMAS,
      PORTS,
      /^lib\/features\//,
      /^lib\/support\/(calls\/dependency|count-down|create-semaphore|read-bytes|run-each|within)\.ts$/,
      /^viem(\/siwe)?$/,
      /^node:(crypto|timers)/,
    ],
  },
  {
    name: "entry point",
    files: /^(server\.ts|lib\/indexer\/main\.ts|lib\/(commands|process)\/[\w-]+\.ts)$/,
    may: [/^lib\//, /^next$/, /^pg$/, /^node:/, /^viem/, /^drizzle-orm/],
  },
  {
    name: "doctor",
    files: /^lib\/doctor\//,
    may: [
      SHARED,
      RULES,
      SCHEMAS,
      STORES,
      /^lib\/drivers\/(alerts|brand|chain|db|jobs|legal|limits|storage)\//,
      /^lib\/(context\/chains|env)\.ts$/,
      /^viem/,
      /^node:/,
    ],
  },
  driver("chain", [/^viem/]),
  driver("wallets", [/^viem/, /^@privy-io\/node$/]),
  driver("identities", [/^viem/, /^lru-cache$/]),
  driver("names", [/^viem/, /^lru-cache$/]),
  driver("storage", [/^@aws-sdk\/client-s3$/, /^lru-cache$/, /^p-limit$/]),
  driver("ipfs", [/^ipfs-/, /^multiformats/]),
  driver("downloads", []),
  driver("images", [/^sharp$/, /^lru-cache$/, /^react$/, /^next\/og\.js$/]),
  driver("moderation", [/^sharp$/, /^nsfwjs\//, /^@tensorflow\//]),
  driver("video", [/^sharp$/, /^mediabunny$/, /^busboy$/, /^@ffmpeg-installer\//, /^p-limit$/]),
  driver("db", [/^pg$/, /^drizzle-orm/, /^dataloader$/, /^viem/]),
  driver("limits", [/^(@upstash\/|ioredis$)/]),
  driver("metrics", [/^prom-client$/]),
  driver("proof", [/^altcha-lib(\/|$)/]),
  driver("jobs", [/^inngest$/]),
  driver("mail", [/^nodemailer$/]),
  driver("sessions", [/^next-auth\/jwt$/]),
  driver("secrets", []),
  driver("webhooks", [/^standardwebhooks$/]),
  driver("tracing", [/^@opentelemetry\//]),
  driver("brand", [/^zod$/]),
  driver("legal", [/^marked$/]),
  driver("alerts", [/^yaml$/]),
  {
    name: "indexer",
    files: /^lib\/indexer\//,
    may: [
      SHARED,
      RULES,
      SCHEMAS,
      DATABASE,
      /^lib\/features\/market\/store\//,
      /^lib\/features\/webhooks\/store\/add-market-deliveries\.ts$/,
      /^lib\/features\/media\/store\/request-content\.ts$/,
      /^lib\/drivers\/ipfs\/ipfs\.ts$/,
      /^viem/,
      /^zod$/,
      /^pg$/,
      /^drizzle-orm/,
      /^node:(crypto|timers|events)/,
    ],
  },
  {
    name: "support",
    files: /^lib\/support\//,
    may: [SHARED, /^node:/, /^ipaddr\.js$/, /^p-limit$/, /^viem$/, /^zod$/],
  },
  { name: "log", files: /^lib\/log\.ts$/, may: [/^pino$/, /^lib\/support\/active-span\.ts$/] },
  {
    name: "env",
    files: /^lib\/env\.ts$/,
    may: [SHARED, RULES, /^lib\/schemas\/environment\//, /^zod$/, /^node:/],
  },
  { name: "context", files: /^lib\/context(\/|\.ts$)/, may: [/^lib\//, /^viem/, /^node:/] },
  {
    name: "http",
    files: /^lib\/http\//,
    may: [
      SHARED,
      RULES,
      OPERATIONS,
      /^lib\/support\//,
      /^lib\/context\.ts$/,
      /^zod$/,
      /^(ipaddr\.js|lru-cache|negotiator)$/,
      /^node:/,
    ],
  },
  {
    name: "sign-in endpoints",
    files: /^lib\/endpoints\/auth\//,
    may: [
      SHARED,
      RULES,
      SCHEMAS,
      /^lib\/(features|http|support)\//,
      /^lib\/(context|env)\.ts$/,
      /^next-auth/,
      /^zod$/,
      /^node:crypto$/,
    ],
  },
  {
    name: "endpoints",
    files: /^lib\/endpoints\//,
    may: [
      SHARED,
      /^lib\/(operations|features|http|openapi)\//,
      /^lib\/support\/within\.ts$/,
      /^@slipway-launchpad\/(client|mcp)$/,
      /^inngest(\/|$)/,
      /^node:(crypto|fs|path)/,
    ],
  },
  {
    name: "client package",
    files: /^packages\/client\/src\//,
    // Pure modules, which the build bundles. The texts of operations would go into every page.
    may: [SHARED, RULES, SCHEMAS, FEATURE_SCHEMAS, OPERATIONS, /^zod$/],
  },
  {
    name: "command line",
    files: /^packages\/cli\/(src|bin)\//,
    may: [/^@slipway-launchpad\/(client|mcp)$/, /^node:/],
  },
  {
    name: "MCP server",
    files: /^packages\/mcp\/src\//,
    may: [
      /^@slipway-launchpad\/client$/,
      SHARED,
      RULES,
      SCHEMAS,
      FEATURE_SCHEMAS,
      OPERATIONS,
      /^lib\/openapi\/to-json-schema\.ts$/,
      /^@modelcontextprotocol\/sdk\//,
      /^zod$/,
      /^node:crypto$/,
    ],
  },
  {
    name: "build of the packages",
    files: /^packages\/[\w-]+\.ts$/,
    may: [
      /^lib\/operations\/documented\.ts$/,
      /^@slipway-launchpad\/mcp$/,
      /^(esbuild|typescript)$/,
      /^node:/,
    ],
  },
  {
    name: "web",
    files: /^lib\/web\//,
    may: [
      /^@slipway-launchpad\/client$/,
      SHARED,
      RULES,
      SCHEMAS,
      FEATURE_SCHEMAS,
      OPERATIONS,
      /^zod(\/v4)?$/,
      /^viem/,
      /^wagmi/,
      /^@tanstack\//,
      /^@(coinbase\/wallet-sdk|walletconnect\/sign-client)$/,
    ],
  },
  {
    name: "durable functions",
    files: /^inngest\//,
    may: [
      SHARED,
      PORTS,
      /^lib\/features\/(?!.*\/store\/)/,
      /^lib\/(context|env|log)\.ts$/,
      /^inngest$/,
      /^zod$/,
    ],
  },
  {
    name: "pages and components",
    files: /^(app|components)\//,
    may: [
      /^(components|app)\//,
      /^lib\/web\//,
      SHARED,
      RULES,
      SCHEMAS,
      FEATURE_SCHEMAS,
      OPERATIONS,
      TEXTS,
      /^(?!lib\/|packages\/|inngest|sandbox\/|server)/,
    ],
  },
  {
    name: "sandbox",
    files: /^sandbox\//,
    may: [
      SHARED,
      SCHEMAS,
      RULES,
      /^lib\/drivers\/(chain|db|ipfs|jobs|secrets|storage)\//,
      // The supervisor and `npm run secrets` open the secrets of the installation.
      /^lib\/features\/(secrets\/store|users\/store\/create-seed-claims\.ts$)/,
      /^lib\/(env|log)\.ts$/,
      /^lib\/commands\/(read|reindex)-args\.ts$/,
      /^contracts\//,
      /^@slipway-launchpad\/client$/,
      /^(?!lib\/|app\/|components\/|packages\/|inngest|tests\/|bench\/)/,
    ],
  },
  { name: "benchmarks", files: /^bench\//, may: [/^(?!app\/|components\/)/] },
];

function driver(folder: string, vendors: RegExp[]): Role {
  return {
    name: `driver ${folder}`,
    files: new RegExp(`^lib/drivers/${folder}/`),
    may: [SHARED, RULES, SCHEMAS, /^lib\/support\//, /^node:/, /^zod$/, ...vendors],
  };
}

/**
 * Imports between features, besides their rules. The test also fails on an unused edge.
 */
const FEATURE_EDGES: Record<string, string[]> = {
  "account-trade": ["chains", "fees", "trade", "transactions", "users"],
  adapters: ["chains", "market"],
  admin: ["users"],
  budget: ["chains", "transactions"],
  fees: ["budget", "chains", "managers", "market", "transactions", "users"],
  jobs: ["budget", "transactions"],
  launch: [
    "budget",
    "chains",
    "idempotency",
    "managers",
    "media",
    "moderation",
    "proof",
    "settings",
    "storage",
    "transactions",
    "users",
    "video",
  ],
  managers: ["budget", "chains", "idempotency", "transactions"],
  market: ["chains"],
  media: ["market", "moderation", "storage", "transactions", "webhooks"],
  moderation: ["chains", "market", "transactions", "users", "webhooks"],
  overview: ["budget", "transactions"],
  proof: ["budget", "chains"],
  settings: ["budget"],
  share: ["chains", "market", "media"],
  storage: ["moderation"],
  stream: ["chains", "market"],
  system: ["budget", "managers", "settings", "transactions"],
  trade: ["budget", "chains"],
  transactions: ["chains", "idempotency", "outbox", "webhooks"],
  udf: ["chains", "market"],
  video: ["chains", "market", "media", "moderation", "outbox", "storage"],
  webhooks: ["market", "outbox", "users"],
};

/** All modules of a package except its public entry. */
const DEEP_IMPORT =
  /^packages\/(client|cli|mcp)\/|^@slipway-launchpad\/((client|mcp)\/|slipway\/(?!client$))/;

const root = resolve(import.meta.dirname, "../../..");

const SOURCES = ["lib", "app", "components", "inngest", "packages", "sandbox", "bench"]
  .flatMap(sourcesIn)
  .concat("server.ts");

describe("layers", () => {
  const edges = SOURCES.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

  it("parses static and dynamic imports", () => {
    expect(edges.length).toBeGreaterThan(2000);
    expect(edges).toContainEqual({
      file: "components/media/video-player.tsx",
      target: "hls.js",
    });
  });

  it("imports values in one direction only", () => {
    const wrong = edges.flatMap(({ file, target }) => {
      const role = ROLES.find(({ files }) => files.test(file));
      if (role === undefined) return [`${file} has no role`];
      if (role.files.test(target) && target.startsWith(folderOf(file))) return [];
      if (role.may.some((allowed) => allowed.test(target))) return [];
      return [`${file} (${role.name}) must not import ${target}`];
    });
    expect(wrong).toEqual([]);
  });

  it("allows only the declared edges between features, without cycles", () => {
    const used = new Map<string, Set<string>>();
    for (const { file, target } of edges) {
      const [from, to] = [featureOf(file), featureOf(target)];
      if (from === null || to === null || from === to || RULES.test(target)) continue;
      used.set(from, (used.get(from) ?? new Set()).add(to));
    }
    const sorted = [...used].map(([from, to]) => [from, [...to].sort()] as const).sort();
    expect(Object.fromEntries(sorted)).toEqual(FEATURE_EDGES);
    expect(findCircles(new Map(Object.entries(FEATURE_EDGES)))).toEqual([]);
  });

  it("has no import cycle between files, including type imports", () => {
    const graph = new Map(
      SOURCES.map((file) => [
        file,
        everyImportOf(file).map((specifier) => locate(file, specifier)),
      ]),
    );
    expect(findCircles(graph)).toEqual([]);
  });

  it("detects a cycle", () => {
    const imports = { a: ["b"], b: ["c", "d"], c: ["b"], d: [] };
    expect(findCircles(new Map(Object.entries(imports)))).toEqual(["b → c → b"]);
  });

  it("lists every source of the pages in webSources, so that no change leaves a stale build", () => {
    const script =
      'import("./sandbox/build/build.mjs").then((build) => console.log(JSON.stringify(build.webSources("."))))';
    const printed = execFileSync(process.execPath, ["--eval", script], { cwd: root });
    const listed = z.array(z.string()).parse(JSON.parse(printed.toString()));
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

  it("imports packages through their public entries, in tests and for types too", () => {
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
  ])("detects a deep import: %s, %s", (file, specifier) => {
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

it("has time limits that survive a garbage collection in every program and package", () => {
  const entries = [
    "server.ts",
    "lib/indexer/main.ts",
    "lib/commands/alerts.ts",
    "lib/commands/doctor.ts",
    "lib/commands/heal.ts",
    "lib/commands/inngest-sync.ts",
    "lib/commands/reindex.ts",
    "sandbox/demo/main.ts",
    "sandbox/engine/main.ts",
    "sandbox/reindex.ts",
    "sandbox/supervisor.ts",
  ];
  for (const file of entries) {
    expect(everyImportOf(file)[0], file).toBe("@/lib/shared/guard-fetch");
  }
  const bare = SOURCES.filter((file) => file !== "lib/shared/abort.ts").filter((file) =>
    /AbortSignal\.timeout\(/.test(readFileSync(join(root, file), "utf8")),
  );
  // An example for a reader's own program.
  expect(bare).toEqual(["components/docs/samples/event-samples.ts"]);
});

it("reads .env files in lib/env.ts only, so that all programs read the same", () => {
  const files = readdirSync(join(root, "sandbox"))
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => `sandbox/${name}`);
  const readers = [...SOURCES, ...files].filter((file) =>
    readFileSync(join(root, file), "utf8").includes("loadEnvFile("),
  );
  expect(readers).toEqual(["lib/env.ts"]);
});

/** Every module that a file imports, including types and dynamic imports. */
function everyImportOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, file), "utf8"), true, true)
    .importedFiles.map(({ fileName }) => fileName);
}

/** The feature of a file, or null. */
function featureOf(file: string): string | null {
  return /^lib\/features\/([\w-]+)\//.exec(file)?.[1] ?? null;
}

/** The cycles of a graph, each once. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(node: string, path: readonly string[]): void {
    if (path.includes(node)) {
      circles.push([...path.slice(path.indexOf(node)), node].join(" → "));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** The folder below which files of one role may import each other: `lib/drivers/chain/`, `components/`. */
function folderOf(file: string): string {
  const [first = "", second = "", third = ""] = file.split("/");
  if (first === "lib" && ["features", "drivers"].includes(second))
    return `${first}/${second}/${third}/`;
  const isOwn = ["lib", "packages"].includes(first) && !second.includes(".");
  return isOwn ? `${first}/${second}/` : `${first}/`;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(dist|node_modules)\//.test(file));
}

/**
 * The modules a file imports as values, dynamically too: project files from the root, packages by
 * name.
 */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const specifiers: string[] = [];
  function visit(node: ts.Node): void {
    const [specifier] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      if (specifier !== undefined && ts.isStringLiteralLike(specifier))
        specifiers.push(specifier.text);
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      if (node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
        if (!isTypeOnly(node)) specifiers.push(node.moduleSpecifier.text);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return specifiers.map((specifier) => locate(file, specifier));
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
  if (/\.\w+$/.test(path)) return path;
  return existsSync(join(root, `${path}.tsx`)) ? `${path}.tsx` : `${path}.ts`;
}
