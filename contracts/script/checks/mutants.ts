/**
 * `npm run contracts:mutants [-- name or file] [--part 1/3]`: mutation tests. Applies one change at a time to a copy of
 * the project and requires a test to fail. Exits with 1 if a mutant survives or no longer applies.
 * `mutants.json` contains them: source file → name → the text to replace, which occurs once, and
 * its replacement. It omits an equivalent mutant: dropping the rounding remainder of a wall's ETH,
 * which is zero at any price within the bounds of market caps.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";
import mutantsByFile from "./mutants.json" with { type: "json" };

exitOnHelp(`Usage: npm run contracts:mutants [-- <text in a name or file>] [--part <i>/<n>]

Changes the contracts in many small ways; the tests must detect every change.
--part 2/3 runs every third mutant from the second on, so that three processes share the list.`);

const MUTANTS = Object.entries(mutantsByFile).flatMap(([file, mutants]) =>
  Object.entries(mutants).map(([name, [from = "", to = ""]]) => ({ name, file, from, to })),
);

const root = projectRoot();
const { values, positionals } = parseArgs({
  options: { part: { type: "string", default: "1/1" } },
  allowPositionals: true,
});
const [only] = positionals;
const [part = 0, parts = 0] = /^\d+\/\d+$/.test(values.part)
  ? values.part.split("/").map(Number)
  : [];
if (part < 1 || part > parts) throw new Error(`--part ${values.part} is not like 2/3`);
const work = mkdtempSync(path.join(tmpdir(), "slipway-mutants-"));
mkdirSync(path.join(work, "contracts"));
for (const entry of ["bin", "src", "test", "foundry.toml", "artifacts/uniswap"]) {
  cpSync(path.join(root, "contracts", entry), path.join(work, "contracts", entry), {
    recursive: true,
  });
}
symlinkSync(path.join(root, "node_modules"), path.join(work, "node_modules"));
writeFileSync(path.join(work, "package.json"), "{}");

/** Test file that most likely detects a change of a source file. */
function nearestTest(file: string): string {
  if (/^(LaunchHook|BidWall)\.sol$/.test(file))
    return "{LaunchHook,BidWall,LaunchProtection,Referral}";
  if (file === "Launchpad.sol") return "Launch{pad,Permit}";
  if (file === "FirstBuy.sol") return "LaunchPermit";
  if (file.startsWith("managers/")) return "Managers*";
  if (file.startsWith("price/")) return "Price";
  return file.startsWith("libraries/") ? "Libraries" : "Tokens";
}

/** Runs the nearest tests first, and all tests only if those pass. */
function isKilled(file?: string): boolean {
  const forge = (...args: string[]) =>
    spawnSync("node", ["contracts/bin/forge.mjs", "test", "--fail-fast", ...args], {
      cwd: work,
      encoding: "utf8",
      // Compilation takes most of the time, and the optimizer does not affect the result.
      env: {
        ...process.env,
        FOUNDRY_OPTIMIZER: "false",
        FOUNDRY_FUZZ_RUNS: "64",
        FOUNDRY_INVARIANT_RUNS: "8",
      },
    });
  const fails = (...args: string[]) => {
    const { status, stdout, stderr } = forge(...args);
    if (!`${stdout}${stderr}`.includes("Compiler run failed")) return status !== 0;
    throw new Error(`the mutant does not compile:\n${stdout}${stderr}`);
  };
  if (file !== undefined) {
    if (fails("--match-path", `contracts/test/unit/${nearestTest(file)}.t.sol`)) return true;
  }
  return fails();
}

const survivors: string[] = [];
const chosen = MUTANTS.filter(
  ({ name, file }) => only === undefined || name.includes(only) || file.includes(only),
).filter((_, i) => i % parts === part - 1);
try {
  if (only === undefined && isKilled()) throw new Error("the tests fail without a mutant");
  for (const { name, file, from, to } of chosen) {
    const target = path.join(work, "contracts/src", file);
    const original = readFileSync(target, "utf8");
    if (original.split(from).length !== 2)
      throw new Error(`"${name}" does not apply to ${file} once`);
    writeFileSync(
      target,
      original.replace(from, () => to),
    );
    const killed = isKilled(file);
    writeFileSync(target, original);
    console.log(`${killed ? "killed  " : "SURVIVED"} ${file}: ${name}`);
    if (!killed) survivors.push(name);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants killed`);
process.exit(survivors.length === 0 ? 0 : 1);
