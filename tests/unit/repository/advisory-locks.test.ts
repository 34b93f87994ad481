import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * The list of numbers; migrations and backups, whose locks sessions hold; a lock that the previous release takes with
 * another hash; locks of two keys, whose numbers are separate; and the job engine, which has numbers of its own.
 */
const OWN_SQL = [
  "lib/drivers/db/locks/advisory-locks.ts",
  "lib/drivers/db/migrate.ts",
  "lib/features/moderation/store/publish-change.ts",
  "lib/indexer/store/open-leadership.ts",
  "sandbox/backup/create-backup.ts",
  "sandbox/engine/database.ts",
  "sandbox/engine/ownership.ts",
];

it("takes advisory locks in known places only, so that no two numbers are equal", () => {
  const files = execFileSync("git", ["ls-files", "lib/*.ts", "sandbox/*.ts"], { encoding: "utf8" });
  const lockers = files
    .trim()
    .split("\n")
    .filter((file) => /pg_(try_)?advisory_(xact_)?lock/.test(readFileSync(file, "utf8")));
  expect(lockers).toEqual(OWN_SQL);
});
