import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";
import { dataDocument, launchDocument, postmanCollection } from "@/lib/openapi/documents";
import { DEFAULT_BRAND } from "@/lib/shared/brand";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

const ORIGIN = "https://launch.example.com";
const DEPLOYED = { serverUrl: ORIGIN, chains: CHAIN_SLUGS };
/**
 * Anyone who registers the bare name `slipway` could run code on the machines of readers who follow
 * these commands. `npx --no -- slipway` only runs what is installed. Without the dashes, npm itself
 * reads `--help`.
 */
const UNSCOPED =
  /\b(npx(?! --no -- slipway\b)|bunx|(npm|pnpm|yarn|bun) (i|install|add|exec|dlx|x|create))( +-\S+)* +slipway\b|["'`>]slipway(\/client)?["'`<]/g;

const unscopedIn = (text: string) => [...text.matchAll(UNSCOPED)].map(([found]) => found);

const SOURCES = ["app", "components", "packages", "lib", "docs"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|md)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);

describe("the unscoped package name, which is not ours", () => {
  it.each(["README.md", "AGENTS.md", "SECURITY.md", ".env.example"])("is not in %s", (path) => {
    expect(unscopedIn(readFileSync(path, "utf8"))).toEqual([]);
  });

  it("is in no install command or import of a page, the command line or the documents", () => {
    const commands = SOURCES.flatMap((path) =>
      unscopedIn(readFileSync(path, "utf8"))
        .filter((found) => /[ /]/.test(found))
        .map((found) => `${path}: ${found}`),
    );
    expect(commands).toEqual([]);
  });

  it("is in no document that the service serves", () => {
    const documents = [dataDocument, launchDocument, postmanCollection].map((make) =>
      make(DEPLOYED),
    );
    const texts = [
      describeForMachines({ origin: ORIGIN, brand: DEFAULT_BRAND, chains: ["base"] }),
      ...documents.map((one) => JSON.stringify(one)),
    ];
    expect(texts.flatMap(unscopedIn).filter((found) => /[ /]/.test(found))).toEqual([]);
  });

  it.each([
    "npx slipway launch",
    "npx --yes slipway",
    "npx --no slipway --help",
    "npm install slipway",
    "pnpm add slipway",
    'from "slipway/client"',
  ])("is detected in: %s", (text) => {
    expect(unscopedIn(text)).toHaveLength(1);
  });

  it.each([
    "node dist/slipway.mjs launch",
    "npx --no -- slipway launch",
    "npm install https://launch.example/slipway.tgz",
    'from "@slipway-launchpad/slipway/client"',
  ])("is not detected in: %s", (text) => {
    expect(unscopedIn(text)).toEqual([]);
  });
});
