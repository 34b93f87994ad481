/**
 * `npm run contracts:mutants [-- name or file] [--part 1/3] [--compile]`: mutation tests. Applies one change at a
 * time to a copy of the project and requires a test to fail. Exits with 1 if a mutant survives, does not
 * compile or no longer applies. `--compile` checks the types of every mutant and runs no tests.
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
import { hasCorrectTypes } from "../build/compile";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";
import mutantsByFile from "./mutants.json" with { type: "json" };

exitOnHelp(`Usage: npm run contracts:mutants [-- <text in a name or file>] [--part <i>/<n>] [--compile]

Changes the contracts in many small ways; the tests must detect every change.
--part 2/3 runs every third mutant from the second on, so that three processes share the list.
--compile only checks that every mutant compiles.`);

const MUTANTS = Object.entries(mutantsByFile).flatMap(([file, mutants]) =>
  Object.entries(mutants).map(([name, [from = "", to = ""]]) => ({ name, file, from, to })),
);

const root = projectRoot();
const { values, positionals } = parseArgs({
  options: {
    part: { type: "string", default: "1/1" },
    compile: { type: "boolean", default: false },
  },
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

/** Test files that most likely detect a change of a source file. */
function nearestTests(file: string): string {
  if (/^(LaunchHook|BidWall)\.sol$/.test(file))
    return "unit/{LaunchHook,BidWall,LaunchProtection,Referral}";
  if (file === "Launchpad.sol") return "unit/Launch{pad,Permit}";
  if (file === "FirstBuy.sol") return "unit/LaunchPermit";
  if (file === "LaunchLens.sol") return "invariant/Launchpad.invariant";
  if (file.startsWith("managers/")) return "unit/Manager*";
  if (file === "libraries/Signatures.sol") return "{unit/LaunchPermit,attack/SignedSharesAttack}";
  if (file.startsWith("price/")) return "unit/Price";
  return file.startsWith("libraries/") ? "unit/Libraries" : "unit/Tokens";
}

const NOT_COMPILED = "DOES NOT COMPILE";
type Outcome = "killed" | "SURVIVED" | typeof NOT_COMPILED;

/** Runs tests with the sources of the copy: some, or all. */
function runTests(files?: string): Outcome {
  const some = files === undefined ? [] : ["--match-path", `contracts/test/${files}.t.sol`];
  const { status, stdout, stderr } = spawnSync(
    "node",
    ["contracts/bin/forge.mjs", "test", "--fail-fast", ...some],
    {
      cwd: work,
      encoding: "utf8",
      // Compilation takes most of the time, and the optimizer does not affect the result.
      env: {
        ...process.env,
        FOUNDRY_OPTIMIZER: "false",
        FOUNDRY_FUZZ_RUNS: "64",
        FOUNDRY_INVARIANT_RUNS: "8",
      },
    },
  );
  if (`${stdout}${stderr}`.includes("Compiler run failed")) return NOT_COMPILED;
  return status === 0 ? "SURVIVED" : "killed";
}

/** The nearest tests first, and all tests only if those pass. */
function testMutant(file: string): Outcome {
  const first = runTests(nearestTests(file));
  return first === "SURVIVED" ? runTests() : first;
}

function requireUnchanged(files?: string): void {
  const outcome = runTests(files);
  if (outcome !== "SURVIVED") throw new Error(`without a mutant, ${files ?? "a test"}: ${outcome}`);
}

const chosen = MUTANTS.filter(
  ({ name, file }) => only === undefined || name.includes(only) || file.includes(only),
).filter((_, i) => i % parts === part - 1);
const failed: string[] = [];
try {
  if (!values.compile && only === undefined) requireUnchanged();
  else if (!values.compile) {
    for (const files of new Set(chosen.map(({ file }) => nearestTests(file))))
      requireUnchanged(files);
  }
  for (const { name, file, from, to } of chosen) {
    const target = path.join(work, "contracts/src", file);
    const original = readFileSync(target, "utf8");
    if (original.split(from).length !== 2)
      throw new Error(`"${name}" does not apply to ${file} once`);
    const mutant = original.replace(from, () => to);
    let outcome: Outcome | "compiles";
    if (values.compile) {
      outcome = hasCorrectTypes({ [`contracts/src/${file}`]: mutant }) ? "compiles" : NOT_COMPILED;
    } else {
      writeFileSync(target, mutant);
      outcome = testMutant(file);
      writeFileSync(target, original);
    }
    console.log(`${outcome.padEnd(8)} ${file}: ${name}`);
    if (outcome === "SURVIVED" || outcome === NOT_COMPILED) failed.push(name);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const what = values.compile ? "compile" : "killed";
console.log(`${chosen.length - failed.length} of ${chosen.length} mutants ${what}`);
process.exit(failed.length === 0 ? 0 : 1);
