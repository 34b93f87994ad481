import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("advisory locks", () => {
  it("with a number get it from the list in which two are never equal", () => {
    const files = execFileSync("git", ["ls-files", "lib/*.ts"], { encoding: "utf8" });
    const numbers = files
      .trim()
      .split("\n")
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/advisory_(?:xact_)?lock\((?!hashtext)([^,`]*)\)/g)]
          // The value of `$1` is in the arguments of the query.
          .filter(
            ([, key]) => !(key === "$1" && readFileSync(file, "utf8").includes("lockNumberOf(")),
          )
          .map(([, key]) => ({ file, key })),
      );
    const listed = numbers.filter(({ key }) => key?.startsWith("${lockNumberOf("));
    expect(listed.length).toBeGreaterThan(3);
    expect(numbers).toEqual(listed);
    expect(new Set(listed.map(({ key }) => key)).size).toBe(listed.length);
  });
});
