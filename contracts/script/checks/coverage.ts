/** `npm run contracts:coverage`: line coverage of contracts/src; fails below 95%. */
import { spawnSync } from "node:child_process";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";

exitOnHelp(`Usage: npm run contracts:coverage

Prints the line coverage of contracts/src; fails below 95%.`);

const LINES_MIN = 0.95;
const { stdout, stderr, status } = spawnSync(
  "node",
  [
    "contracts/bin/forge.mjs",
    "coverage",
    "--report",
    "summary",
    "--no-match-contract",
    "Invariant",
  ],
  { cwd: projectRoot(), encoding: "utf8" },
);
if (status !== 0) {
  console.error(stdout + stderr);
  process.exit(1);
}
let [run, all] = [0, 0];
for (const [row, covered, lines] of stdout.matchAll(
  /^\| contracts\/src\/\S+ +\| [\d.]+% \((\d+)\/(\d+)\).*$/gm,
)) {
  console.log(row);
  run += Number(covered);
  all += Number(lines);
}
console.log(`contracts/src: ${run} of ${all} lines, ${((100 * run) / all).toFixed(2)} %`);
process.exit(all > 0 && run / all >= LINES_MIN ? 0 : 1);
