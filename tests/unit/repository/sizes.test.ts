import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER_LIMIT = 20;
/** Generated, or one file per entry of a list: migrations, decisions, screenshots. */
const LISTS =
  /^(contracts\/(artifacts|deployments)|docs\/(decisions|screens)|lib\/drivers\/db\/migrations|lib\/shared\/abi)(\/|$)/;

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
});
