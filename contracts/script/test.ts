import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { exitOnHelp } from "./help";

exitOnHelp(`Usage: npm run contracts:test -- [--report <file>] [-- <arguments of forge test>]

Runs the Solidity tests. FOUNDRY_PROFILE=deep for long runs.`);

/**
 * Runs the Solidity tests. `--report FILE` writes `{ passed, failed }`. Arguments after `--` are
 * passed to forge.
 */
const { values, positionals } = parseArgs({
  options: { report: { type: "string" } },
  allowPositionals: true,
});
/** Forge's last line: `Ran 9 test suites in …: 120 tests passed, 0 failed, 0 skipped (120 total tests)`. */
const SUMMARY = /Ran \d+ test suites?.*?(\d+) tests passed, (\d+) failed/s;

const forge = spawn(process.execPath, ["contracts/bin/forge.mjs", "test", ...positionals], {
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
forge.stdout.on("data", (chunk: Buffer) => {
  output += chunk.toString();
  process.stdout.write(chunk);
});
forge.once("close", async (code) => {
  // Remove color codes between the numbers and their labels.
  const plain = output.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "");
  const summary = SUMMARY.exec(plain);
  if (values.report !== undefined && summary !== null) {
    const [, passed, failed] = summary.map(Number);
    await writeFile(values.report, JSON.stringify({ passed, failed }));
  }
  process.exitCode = code ?? 1;
});
