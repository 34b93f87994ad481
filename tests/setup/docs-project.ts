import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { newCaller } from "./api/new-caller";

const run = promisify(execFile);
const RUN_MS = 60_000;

export type DocsProject = Awaited<ReturnType<typeof createDocsProject>>;

/**
 * An empty project folder without an npm registry, for a reader who follows the docs of a
 * launchpad. It sends a caller address like a proxy, so that samples do not share a limit.
 */
export async function createDocsProject(baseUrl: string) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway docs ")));
  const callerScript = join(folder, "caller.mjs");

  /** Later commands use this caller address. */
  async function actAs(caller: string): Promise<void> {
    await writeFile(join(folder, ".curlrc"), `header = "X-Forwarded-For: ${caller}"\n`);
    await writeFile(callerScript, fetchAs(caller));
  }

  function env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      CURL_HOME: folder,
      NODE_OPTIONS: `--import=${pathToFileURL(callerScript)}`,
      // A closed port: only packages in the folder can be installed.
      npm_config_registry: "http://127.0.0.1:9/",
      npm_config_cache: join(folder, ".npm"),
      npm_config_update_notifier: "false",
      npm_config_fetch_retries: "0",
    };
  }

  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  await actAs(newCaller());
  return {
    folder,
    baseUrl,
    actAs,
    /** The variables of commands in the folder. */
    variables: () =>
      Object.fromEntries(
        Object.entries(env()).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    /** Runs commands in the folder; stops at the first that fails. */
    shell: (code: string) =>
      run("bash", ["-euo", "pipefail", "-c", code], { cwd: folder, env: env(), timeout: RUN_MS }),
    /** Saves a program in the folder and runs it there. */
    async script(name: string, code: string) {
      await writeFile(join(folder, name), code);
      return run(process.execPath, [name], { cwd: folder, env: env(), timeout: RUN_MS });
    },
    /** TypeScript's diagnostics for files in the folder, compiled as in a new project. */
    async compile(files: readonly string[], options: ConfigOptions = {}): Promise<string> {
      const found = ts.getPreEmitDiagnostics(programOf(folder, files, options));
      return ts.formatDiagnostics(found, {
        getCurrentDirectory: () => folder,
        getCanonicalFileName: (name) => name,
        getNewLine: () => "\n",
      });
    },
    /** The editor's tooltip for the first `.<property>` in a file of the folder. */
    documentation(file: string, property: string): string | null {
      const program = programOf(folder, [file]);
      const checker = program.getTypeChecker();
      const find = (node: ts.Node): ts.Node | undefined =>
        ts.isPropertyAccessExpression(node) && node.name.text === property
          ? node.name
          : ts.forEachChild(node, find);
      const source = program.getSourceFile(join(folder, file));
      const name = source === undefined ? undefined : find(source);
      const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
      return symbol === undefined
        ? null
        : ts.displayPartsToString(symbol.getDocumentationComment(checker));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function programOf(folder: string, files: readonly string[], own: ConfigOptions = {}): ts.Program {
  const typeRoots = [resolve("node_modules/@types")];
  const config = { compilerOptions: { ...STRICT, typeRoots, ...own }, files };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  return ts.createProgram(fileNames, options);
}

/** Compiler options that differ from the strictest. */
type ConfigOptions = {
  moduleResolution?: "bundler";
  module?: "esnext";
  skipLibCheck?: boolean;
  exactOptionalPropertyTypes?: boolean;
  lib?: readonly string[];
  paths?: Record<string, readonly string[]>;
};

const STRICT = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
};

function fetchAs(caller: string): string {
  // Without a new Request, which may lose the signal of the original.
  return `const { fetch } = globalThis;
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}));
  headers.set("x-forwarded-for", "${caller}");
  return fetch(input, { ...init, headers });
};
`;
}
