import { readFileSync } from "node:fs";
import { z } from "zod";

/**
 * Prints the gas of every action of the contracts, from `contracts/gas-snapshot.json`, and launches
 * of other launchpads for comparison. `npx tsx bench/gas.ts`; `npm run contracts:gas` measures
 * ours.
 */
const measured = z
  .record(z.string(), z.number())
  .parse(JSON.parse(readFileSync("contracts/gas-snapshot.json", "utf8")));

/** Whole launch transactions, as collected for the design of these contracts; not measured here. */
const OTHERS = [
  { launchpad: "Flaunch, lowest", gas: 1_260_000 },
  { launchpad: "Flaunch, middle", gas: 1_740_000 },
  { launchpad: "Doppler", gas: 1_960_000 },
  { launchpad: "Clanker", gas: 4_090_000 },
  { launchpad: "Flaunch, highest", gas: 4_230_000 },
] as const;
/** The plain launch that others are compared with. */
const PLAIN = "launch";

const number = (value: number) => value.toLocaleString("en");
function print(title: string, columns: readonly string[], rows: readonly (readonly string[])[]) {
  console.log(`\n| ${title} | ${columns.join(" | ")} |`);
  console.log(`|---|${columns.map(() => "---:|").join("")}`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

const plain = measured[PLAIN];
if (plain === undefined) throw new Error(`gas-snapshot.json has no row "${PLAIN}"`);
print(
  "Action",
  ["Gas"],
  Object.entries(measured).map(([action, gas]) => [action, number(gas)]),
);
print(
  "Launch",
  ["Gas", "× ours"],
  [{ launchpad: "Slipway", gas: plain }, ...OTHERS].map(({ launchpad, gas }) => [
    launchpad,
    number(gas),
    (gas / plain).toFixed(2),
  ]),
);
console.log(`\n${JSON.stringify({ measured, others: OTHERS })}`);
