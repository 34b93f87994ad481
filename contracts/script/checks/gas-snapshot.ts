/**
 * `npm run contracts:gas` writes contracts/gas-snapshot.json. With `--check` it compares instead
 * and fails on a difference above 0.5% in either direction, so that changes are reviewed and
 * committed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { measureGas } from "@/tests/setup/gas/measure-gas";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";

exitOnHelp(`Usage: npm run contracts:gas [-- --check]

Measures the gas of user actions and writes contracts/gas-snapshot.json; --check compares instead.`);

const TOLERANCE = 0.005;
const file = path.join(projectRoot(), "contracts/gas-snapshot.json");
const measured = await measureGas();

if (process.argv.includes("--check")) {
  const expected = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, "utf8")));
  const names = [...new Set([...Object.keys(expected), ...Object.keys(measured)])];
  const off = names.filter((name) => {
    const [before, now] = [expected[name] ?? 0, measured[name] ?? 0];
    return Math.abs(now - before) > before * TOLERANCE;
  });
  for (const name of off) console.error(`${name}: ${expected[name]} → ${measured[name]}`);
  if (off.length > 0) process.exit(1);
  console.log(`gas: ${names.length} figures as in the snapshot`);
} else {
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  console.table(measured);
}
