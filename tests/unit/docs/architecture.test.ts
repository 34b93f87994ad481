import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync("docs/architecture.md", "utf8");

/** The names after a folder in the list of modules, up to the next folder. */
function namesAfter(folder: string): string[] {
  const [, block = ""] = page.match(new RegExp(`^  ${folder}/ +(.+(?:\\n {10,}.+)*)`, "m")) ?? [];
  return block.split(/\s+/);
}

it.each(["features", "drivers"])("docs/architecture.md lists every folder of lib/%s", (folder) => {
  const found = readdirSync(`lib/${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(namesAfter(folder)).toEqual(expect.arrayContaining(found));
});
