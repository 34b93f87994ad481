/**
 * `npm run contracts:check`: checks of the contracts other than tests. Licences of all compiled
 * sources, sizes, committed files against the sources, names in slither.json and mutants.json, format,
 * lint and gas.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { compile } from "../build/compile";
import { generatedFiles } from "../build/generated";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";
import { standardInput } from "../standard-input";
import { findStaleNames } from "./find-stale-names";

exitOnHelp(`Usage: npm run contracts:check

Checks licences, sizes, committed files, names of findings and mutants, format, lint and gas.`);

/** EIP-170. */
const RUNTIME_BYTES_MAX = 24_576;
const LICENCES = ["MIT"];
const problems: string[] = [];
const root = projectRoot();

const sources = Object.entries(standardInput().sources);
for (const [unit, { content }] of sources) {
  const licence = /SPDX-License-Identifier:\s*([\w.-]+)/.exec(content)?.[1] ?? "none";
  if (!LICENCES.includes(licence)) problems.push(`${unit}: licence ${licence} is not allowed`);
}
console.log(`licences: ${sources.length} sources, all of ${LICENCES.join(", ")}`);

const contracts = compile();
for (const [name, { runtimeBytes }] of Object.entries(contracts)) {
  if (runtimeBytes > 1_000) console.log(`size: ${name} ${runtimeBytes} bytes`);
  if (runtimeBytes > RUNTIME_BYTES_MAX)
    problems.push(`${name} is too large: ${runtimeBytes} bytes`);
}

for (const [name, text] of Object.entries(generatedFiles(contracts))) {
  if (readFileSync(path.join(root, name), "utf8") !== text) problems.push(`${name} is out of date`);
}

problems.push(...findStaleNames());

function run(what: string, command: string, args: string[]): void {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  console.log(`${what}: ${status === 0 ? "ok" : "failed"}`);
  if (status !== 0) problems.push(`${what} failed`);
}

run("format", "node", ["contracts/bin/forge.mjs", "fmt", "--check"]);
run("lint", "node", ["contracts/bin/forge.mjs", "lint", "--deny", "warnings", "contracts/src"]);
run("gas", "node", ["--import", "tsx", "contracts/script/checks/gas-snapshot.ts", "--check"]);

for (const problem of problems) console.error(`problem: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
