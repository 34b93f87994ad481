import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import mutants from "@/contracts/script/checks/mutants.json" with { type: "json" };

it("names the number of mutations in the README of the contracts", () => {
  const count = Object.values(mutants).flatMap((ofFile) => Object.keys(ofFile)).length;
  const named = readFileSync("contracts/README.md", "utf8").matchAll(/(\d+) mutations/g);
  expect([...named].map(([, number]) => Number(number))).toEqual([count, count]);
});
