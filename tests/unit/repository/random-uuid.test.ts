import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { randomUuid } from "@/lib/web/random-uuid";

it("returns a new UUID of version 4 each time", () => {
  const ids = Array.from({ length: 100 }, randomUuid);
  for (const id of ids) expect(z.uuid({ version: "v4" }).safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it("pages use no `crypto.randomUUID`, which browsers lack over plain http", () => {
  const files = execFileSync("git", ["ls-files", "app", "components", "lib/web"], {
    encoding: "utf8",
  });
  const users = files
    .trim()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && readFileSync(file, "utf8").includes(".randomUUID("));
  expect(users).toEqual([]);
});
