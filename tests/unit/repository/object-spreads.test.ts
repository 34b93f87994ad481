import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("spreads no object literal, where a reader looks for an override", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { encoding: "utf8" });
  const lines = files
    .trim()
    .split("\n")
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, at) => (/\.\.\.\{/.test(line) ? [`${file}:${at + 1}`] : [])),
    );
  expect(lines).toEqual([]);
});
