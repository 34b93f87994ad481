import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PLAYWRIGHT_DISABLES } from "../setup/find-chromium";

it("disables every feature of Chromium that Playwright disables", () => {
  const { resolve } = createRequire(import.meta.url);
  const playwright = dirname(resolve("playwright-core/package.json", { paths: ["."] }));
  const bundle = readFileSync(join(playwright, "lib", "coreBundle.js"), "utf8");
  const [, list = ""] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(bundle) ?? [];
  const names = [...list.matchAll(/^\s+"(\w+)",?$/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(PLAYWRIGHT_DISABLES.toSorted()).toEqual(names.toSorted());
});
