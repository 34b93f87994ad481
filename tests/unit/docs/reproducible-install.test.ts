import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it.each(["app/docs/(guide)/page.tsx", "packages/cli/README.md"])(
  "explains how to install the package so that npm ci works after an upgrade: %s",
  async (path) => {
    const text = (await readFile(path, "utf8")).replace(/\s+/g, " ");
    expect(text).toContain("serves the newest package only");
    expect(text).toContain("EINTEGRITY");
    expect(text).toMatch(/curl -fO \S+\/slipway\.tgz (&& )?npm install \.\/slipway\.tgz/);
  },
);
