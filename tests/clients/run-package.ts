import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { type SampleName, sampleCode } from "@/components/docs/samples/samples";
import { installCommand } from "@/lib/shared/text/install-command";
import { newCaller } from "../setup/api/new-caller";
import { startCallerProxy } from "./caller-proxy";
import type { PackageProgram } from "./package-programs";
import type { Fixture } from "./prepare-fixture";
import { type ActionResult, runProgram } from "./run-family";

const run = promisify(execFile);
const PACKAGES = resolve("tests/clients/packages");
const TSX = pathToFileURL(resolve("node_modules/tsx/dist/esm/index.mjs")).href;
const INSTALL_MS = 240_000;
const manifest = z.object({ tarballs: z.record(z.string(), z.string()).default({}) });
const packed = z.array(z.object({ filename: z.string() })).length(1);

/** A program could not run because the registry is unreachable. */
export class UnreachableRegistry extends Error {
  override readonly name = "UnreachableRegistry";
}

/**
 * Installs a program by its lockfile in a new folder, generates and compiles its client where it
 * has one, and runs it against the launchpad with its own caller address.
 * @throws UnreachableRegistry
 */
export async function runPackage(
  program: PackageProgram,
  fixture: Fixture,
): Promise<ActionResult[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-client-")));
  const proxy = await startCallerProxy(fixture.baseUrl, newCaller());
  try {
    await cp(join(PACKAGES, program.folder), folder, { recursive: true });
    await cp(join(PACKAGES, "calls.ts"), join(folder, "calls.ts"));
    const own = { ...fixture, baseUrl: proxy.baseUrl };
    await writeFile(join(folder, "fixture.json"), JSON.stringify(own));
    for (const name of ["data", "launch"]) {
      const response = await fetch(`${proxy.baseUrl}/openapi/${name}.json`);
      await writeFile(join(folder, `${name}.json`), await response.text());
    }
    const bin = await install(program, folder, proxy.baseUrl);
    const results = await generate(program, folder, bin);
    if (results.some(({ error }) => error !== null)) return results;
    const [command, args] =
      program.language === "python"
        ? [join(bin, "python"), [program.program]]
        : [process.execPath, ["--import", TSX, program.program]];
    results.push(...(await runProgram(command, args, folder)));
    for (const name of program.samples ?? [])
      results.push(await runSample(name, folder, proxy.baseUrl));
    return results;
  } finally {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the folder of the installed commands */
async function install(program: PackageProgram, folder: string, origin: string): Promise<string> {
  const options = { cwd: folder, timeout: INSTALL_MS };
  const reach = (command: string, ...args: string[]) =>
    run(command, args, options).catch((error: unknown) => {
      const text = String(error);
      const isAway =
        /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|No matching distribution|ConnectionError/;
      throw isAway.test(text) ? new UnreachableRegistry(text.slice(0, 300)) : error;
    });
  if (program.language === "python") {
    const environment = join(folder, ".venv");
    await run("python3", ["-m", "venv", environment], options);
    const python = join(environment, "bin", "python");
    await reach(python, "-m", "pip", "install", "-q", "-r", "requirements.txt");
    return dirname(python);
  }
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await reach("npm", "ci", ...quiet);
  const { tarballs } = manifest.parse(
    JSON.parse(await readFile(join(folder, "package.json"), "utf8")),
  );
  for (const [name, integrity] of Object.entries(tarballs)) {
    const { stdout } = await reach("npm", "pack", name, "--json", "--loglevel=error");
    await unpack(folder, name, integrity, packed.parse(JSON.parse(stdout))[0]?.filename ?? "");
  }
  if (program.usesClient) {
    const [npm = "", ...words] = installCommand(origin).split(" ");
    await run(npm, [...words, "--no-save", ...quiet], options);
  }
  return join(folder, "node_modules", ".bin");
}

/** Installs a package without its dependencies, for a module that needs none of them. */
async function unpack(folder: string, spec: string, integrity: string, file: string) {
  const bytes = await readFile(join(folder, file));
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== integrity) throw new Error(`${spec} is not what it was`);
  const target = join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")));
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", file, "-C", target, "--strip-components=1"], { cwd: folder });
}

async function generate(
  { generate: commands = [], isCompiled = false, program }: PackageProgram,
  folder: string,
  bin: string,
): Promise<ActionResult[]> {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  const results: ActionResult[] = [];
  const attempt = async (action: string, command: string, args: readonly string[]) => {
    const error = await run(command, [...args], { cwd: folder, env }).then(
      () => null,
      (reason: { stdout?: string; stderr?: string }) =>
        `${reason.stdout ?? ""}${reason.stderr ?? ""}`.slice(-2_000),
    );
    results.push({ action, error });
  };
  for (const [command = "", ...args] of commands) {
    await attempt(`generates (${args.join(" ")})`, join(bin, command), args);
  }
  if (isCompiled) await attempt("compiles", join(bin, "tsc"), [...TSC, program]);
  return results;
}

const TSC = [
  ...["--noEmit", "--strict", "--target", "es2022", "--module", "esnext"],
  ...["--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable", "--skipLibCheck"],
  ...["--types", "node", "--typeRoots", resolve("node_modules/@types")],
];

async function runSample(name: SampleName, folder: string, origin: string): Promise<ActionResult> {
  const file = `${name}.mjs`;
  await writeFile(join(folder, file), sampleCode(name, origin, "base-sepolia"));
  const error = await run(process.execPath, [file], { cwd: folder, timeout: INSTALL_MS }).then(
    () => null,
    (reason: unknown) => String(reason).slice(-2_000),
  );
  return { action: `docs: ${name}`, error };
}
