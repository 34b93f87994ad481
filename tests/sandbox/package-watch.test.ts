import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";

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
const SCRIPT = `
  import { buildApp, buildProcesses, watchPackage } from "./sandbox/build.mjs";
  await buildProcesses(process.cwd());
  await buildApp(process.cwd(), process.env, { packages: true });
  watchPackage(process.cwd(), (problem) => console.log(problem === null ? "built" : "failed"));
  console.log("watching");
`;
const BUILD_MS = 100_000;

let folder: string;
let stop: () => Promise<unknown>;
let lines: AsyncIterator<string>;

const nextLine = async (): Promise<string | undefined> => (await lines.next()).value;
const archive = async () => gunzipSync(await readFile(join(folder, "dist/slipway.tgz"))).toString();
async function replace(path: string, old: string, text: string): Promise<void> {
  const before = await readFile(join(folder, path), "utf8");
  expect(before).toContain(old);
  await writeFile(join(folder, path), before.replace(old, text));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-packages-"));
  for (const source of SOURCES) {
    await cp(source, join(folder, source), {
      recursive: true,
      filter: (path) => !/\/packages\/\w+\/dist$/.test(resolve(path)),
    });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  stop = () => {
    const ended = once(child, "exit");
    child.kill();
    return ended;
  };
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await nextLine()).toBe("watching");
}, BUILD_MS);

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

it(
  "rebuilds the package when code or only a type changes",
  async () => {
    expect(await archive()).not.toContain("Launches tokens, rewritten");
    await replace("packages/cli/src/run.ts", "Launches tokens", "Launches tokens, rewritten,");
    expect(await nextLine()).toBe("built");
    expect(await archive()).toContain("Launches tokens, rewritten");

    const comment = "/** The last argument of every method. */";
    await replace("packages/client/src/client-types.ts", comment, "/** The options. */");
    expect(await nextLine()).toBe("built");
    expect(await archive()).toContain("/** The options. */");
  },
  BUILD_MS,
);

it(
  "keeps the last package while the sources do not compile",
  async () => {
    const before = await archive();
    await replace("packages/cli/src/run.ts", "export type CliOutput", "export tipe CliOutput");
    expect(await nextLine()).toBe("failed");
    expect(await archive()).toBe(before);
    await replace("packages/cli/src/run.ts", "export tipe CliOutput", "export type CliOutput");
  },
  BUILD_MS,
);
