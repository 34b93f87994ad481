import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SOURCES = ["*.ts", "*.tsx", "*.mjs", "*.css", "*.sol"];
const CLAUSE = /(?:\/\*\*?|\/\/\/?|^\s*\*) ?(?:What|Who|Whose|Whom|Where|Which)\b/;

it("starts no comment with a bare clause such as `What the wallet returned`", () => {
  const files = execFileSync("git", ["ls-files", ...SOURCES], { encoding: "utf8" });
  const clauses = files
    .trim()
    .split("\n")
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => CLAUSE.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(clauses).toEqual([]);
});
