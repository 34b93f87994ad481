import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { VERSION } from "@/lib/shared/version";

const manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  exports: z.record(z.string(), z.unknown()),
  files: z.array(z.string()),
});
const shared = z.looseObject({
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  workspaces: z.array(z.string()),
});
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const root = shared.parse(read("package.json"));

describe.each(root.workspaces)("%s", (folder) => {
  const own = manifest.parse(read(`${folder}/package.json`));

  it("has the version, licence and engines of the repository", () => {
    const { version, license, engines } = own;
    expect({ version, license, engines }).toEqual({
      version: VERSION,
      license: root.license,
      engines: root.engines,
    });
  });

  it("has no dependencies: the build bundles what it needs", () => {
    expect(own).not.toHaveProperty("dependencies");
    expect(own).not.toHaveProperty("peerDependencies");
  });

  it("has a README that names it", () => {
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain(own.name);
  });
});

describe("types of the published packages", () => {
  const { ModuleResolutionKind: kinds } = ts;

  it.each([
    ["packages/cli", "", "dist/index.d.ts"],
    ["packages/cli", "/client", "dist/client/index.d.ts"],
    ["packages/client", "", "dist/index.d.ts"],
  ])("are found in %s by every moduleResolution of TypeScript: %s", (folder, subpath, expected) => {
    const { name } = manifest.parse(read(`${folder}/package.json`));
    const installed = `/project/node_modules/${name}`;
    const files = new Map([
      [`${installed}/package.json`, readFileSync(`${folder}/package.json`, "utf8")],
      ...["dist/index.d.ts", "dist/client/index.d.ts"].map((path): [string, string] => [
        `${installed}/${path}`,
        "export {};",
      ]),
    ]);
    const host = {
      fileExists: (path: string) => files.has(path),
      readFile: (path: string) => files.get(path),
    };
    const found = [kinds.Node10, kinds.Node16, kinds.NodeNext, kinds.Bundler].map(
      (moduleResolution) =>
        ts.resolveModuleName(`${name}${subpath}`, "/project/main.mts", { moduleResolution }, host)
          .resolvedModule?.resolvedFileName,
    );
    expect(new Set(found)).toEqual(new Set([`${installed}/${expected}`]));
  });
});
