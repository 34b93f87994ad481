import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The sources of the processes and the packages. */
const SOURCES = [
  "app",
  "components",
  "contracts/artifacts",
  "contracts/script",
  "inngest",
  "lib",
  "packages",
  "sandbox",
  "server.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "LICENSE",
];

/** A new folder with the sources and the installed packages of this repository, for builds. */
export async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-sources-"));
  for (const source of SOURCES) {
    await cp(source, join(folder, source), {
      recursive: true,
      filter: (path) => !/\/packages\/\w+\/dist$/.test(resolve(path)),
    });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
