import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const page = readFileSync("docs/licences.md", "utf8");

it("lists the production packages of package-lock.json by licence", () => {
  const root = mkdtempSync(join(tmpdir(), "slipway-licences-"));
  for (const folder of ["docs", "sandbox/build"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["docs/licences.md", "sandbox/build/list-licences.mjs", "package-lock.json"]) {
    copyFileSync(file, join(root, file));
  }
  execFileSync(process.execPath, [join(root, "sandbox/build/list-licences.mjs")]);
  const fresh = readFileSync(join(root, "docs", "licences.md"), "utf8");
  rmSync(root, { recursive: true });
  expect(page, "run `npm run licences`").toBe(fresh);
  expect(page).not.toMatch(/^\| unknown /m);
});

it("lists every licence that requires more than its notice", () => {
  const rows = [...page.matchAll(/^\| ([^|]+) \| \d+ \| ([^|]+) \|$/gm)].map(
    ([, licence = "", names = ""]) => ({ licence, names: names.split(", ") }),
  );
  const strict = rows.filter(({ licence }) => /GPL|BUSL|MPL|ffmpeg/i.test(licence));
  const [told = ""] = page.split("## All production packages");
  const named = [...told.matchAll(/`(@?[\w@/*.-]+)`/g)].map(([, name = ""]) => name);
  const isTold = (name: string) =>
    named.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));
  expect(strict.flatMap(({ names }) => names).filter((name) => !isTold(name))).toEqual([]);
});
