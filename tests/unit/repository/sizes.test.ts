import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER_LIMIT = 20;
const LINE_LIMIT = 300;
/** Generated, or one file per entry of a list: migrations, decisions, screenshots, runbooks. */
const LISTS =
  /^(contracts\/(artifacts|deployments)|docs\/(decisions|screens)|ops\/runbooks|lib\/drivers\/db\/migrations|lib\/shared\/abi)(\/|$)/;

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");

describe("sizes that one can read", () => {
  it(`has at most ${FOLDER_LIMIT} files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const file of files) {
      const folder = dirname(file);
      // The root holds the configuration of the tools.
      if (folder === "." || LISTS.test(folder)) continue;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > FOLDER_LIMIT)).toEqual([]);
  });

  it(`has at most ${LINE_LIMIT} lines in a file of the product`, () => {
    const sources = files.filter(
      (file) =>
        /^(app|bench|components|inngest|lib|packages|sandbox)\/.*\.(ts|tsx|mjs)$/.test(file) &&
        !LISTS.test(dirname(file)),
    );
    const counts = sources.map((file) => [file, readFileSync(file, "utf8").split("\n").length - 1]);
    expect(counts.filter(([, count]) => Number(count) > LINE_LIMIT)).toEqual([]);
  });
});
