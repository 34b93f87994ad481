import { readFile, writeFile } from "node:fs/promises";
import { startStack } from "../setup/stack/start-stack";
import { FAMILIES } from "./families";
import { PACKAGE_PROGRAMS } from "./package-programs";
import { prepareFixture } from "./prepare-fixture";
import { type ActionResult, hasPython, runFamily } from "./run-family";
import { runPackage, UnreachableRegistry } from "./run-package";

/**
 * Runs every client program against its own launchpad and prints the score; `--write` updates
 * docs/clients.md. An argument selects the programs whose name contains it.
 */
const PAGE = "docs/clients.md";
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isChosen = (name: string) => words.every((word) => name.toLowerCase().includes(word));

type Row = { name: string; results: ActionResult[] | null };
const print = (line: string) => process.stdout.write(`${line}\n`);

const rows: Row[] = [];
async function score(name: string, run: () => Promise<ActionResult[]>): Promise<void> {
  if (!isChosen(name)) return;
  const results = await run().catch((error: unknown) => {
    if (error instanceof UnreachableRegistry) {
      print(`${name}: skipped, its packages cannot be reached (${error.message})`);
      return null;
    }
    return [{ action: "runs", error: String(error) }];
  });
  for (const { action, error } of results ?? []) {
    if (error !== null) print(`${name}: ${action}: ${error}`);
  }
  rows.push({ name, results });
}

function table(): string {
  const lines = rows.map(({ name, results }) => {
    if (results === null) return `| ${name} | – | skipped |`;
    return `| ${name} | ${results.length} | ${results.filter(({ error }) => error === null).length} |`;
  });
  return ["| program | actions | passed |", "| --- | ---: | ---: |", ...lines].join("\n");
}

const stack = await startStack();
try {
  const fixture = await prepareFixture(stack.baseUrl);
  for (const family of FAMILIES) {
    if (family.language === "python" && !hasPython) print(`${family.name}: skipped, no Python`);
    else await score(family.name, () => runFamily(family, fixture));
  }
  for (const program of PACKAGE_PROGRAMS) {
    if (program.language === "python" && !hasPython) print(`${program.name}: skipped, no Python`);
    else await score(program.name, () => runPackage(program, fixture));
  }
} finally {
  await stack.stop();
}
print(`\n${table()}`);
if (process.argv.includes("--write")) {
  const [from, to] = ["<!-- client score -->\n", "<!-- /client score -->"];
  const page = await readFile(PAGE, "utf8");
  const [before = "", rest = ""] = page.split(from);
  const after = rest.slice(rest.indexOf(to));
  await writeFile(PAGE, `${before}${from}${table()}\n${after}`);
}
const isGreen = rows.every(({ results }) => results?.every(({ error }) => error === null) ?? true);
process.exitCode = isGreen ? 0 : 1;
