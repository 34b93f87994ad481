import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The list of numbers, and a lock that the previous release takes with another hash. */
const OWN_SQL = [
  "lib/drivers/db/locks/advisory-locks.ts",
  "lib/features/moderation/store/publish-change.ts",
];

it("takes the locks of transactions in one place, where two numbers are never equal", () => {
  const files = execFileSync("git", ["ls-files", "lib/*.ts"], { encoding: "utf8" });
  const lockers = files
    .trim()
    .split("\n")
    .filter((file) => /pg_(try_)?advisory_xact_lock/.test(readFileSync(file, "utf8")));
  expect(lockers).toEqual(OWN_SQL);
});
