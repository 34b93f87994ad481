import { readFileSync } from "node:fs";
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
