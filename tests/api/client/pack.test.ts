import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { createDocsProject, type DocsProject } from "../../setup/docs-project";

const run = promisify(execFile);
const packs = z.tuple([
  z.object({
    filename: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number(), mode: z.number() })),
  }),
]);
const RUN_MS = 60_000;

let project: DocsProject;
beforeAll(async () => {
  project = await createDocsProject(inject("baseUrl"));
});
afterAll(() => project.remove());

/** The files that npm packs from a workspace. */
async function pack(workspace: string, ...flags: string[]) {
  const args = ["pack", "--json", "--ignore-scripts", "--workspace", workspace, ...flags];
  const { stdout } = await run("npm", args, { timeout: RUN_MS });
  return packs.parse(JSON.parse(stdout))[0];
}

describe("workspaces packed for npm", () => {
  it("/slipway.tgz contains the files that npm packs from packages/cli", async () => {
    const { files } = await pack("packages/cli", "--dry-run");
    const { baseUrl, folder } = project;
    await project.shell(`curl -sf ${baseUrl}/slipway.tgz | tar xz`);
    const listed = await project.shell("cd package && find . -type f -printf '%P %s %m\\n'");
    expect(listed.stdout.trim().split("\n").sort()).toEqual(
      files.map(({ path, size, mode }) => `${path} ${size} ${mode.toString(8)}`).sort(),
    );
    const program = await readFile(join(folder, "package/bin/slipway.js"), "utf8");
    expect(program).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it(
    "packages/client installs without a registry, compiles and runs",
    async () => {
      const { filename } = await pack("packages/client", "--pack-destination", project.folder);
      const { stdout } = await project.shell(`npm install './${filename}'`);
      expect(stdout).toContain("added 1 package");
      const code = [
        'import { createClient, type LaunchStatus } from "@slipway-launchpad/client";',
        `const client = createClient({ baseUrl: "${project.baseUrl}" });`,
        "const { sandbox } = await client.getConfig();",
        "export const read = (id: string): Promise<LaunchStatus> => client.waitForLaunch(id);",
        "console.log(sandbox);",
      ].join("\n");
      await writeFile(join(project.folder, "alone.mts"), code);
      expect(await project.compile(["alone.mts"])).toBe("");
      const script = code.replace(", type LaunchStatus", "").replace(/^export .*$/m, "");
      expect((await project.script("alone.mjs", script)).stdout).toBe("true\n");
    },
    RUN_MS,
  );

  it(
    "publishes no internal types",
    async () => {
      const code = 'import { call } from "@slipway-launchpad/client";\ncall;\n';
      await writeFile(join(project.folder, "internal.mts"), code);
      expect(await project.compile(["internal.mts"])).toMatch(/has no exported member 'call'/);
    },
    RUN_MS,
  );
});
