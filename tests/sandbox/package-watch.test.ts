import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copySources } from "./support/copy-sources";

const SCRIPT = `
  import { buildApp, buildProcesses, watchPackage } from "./sandbox/build/build.mjs";
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
  folder = await copySources();
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
