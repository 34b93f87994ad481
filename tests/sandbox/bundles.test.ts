import { appendFile, chmod, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProgram } from "../setup/run-program";
import { copySources } from "./support/copy-sources";

const SCRIPT = `
  const [folder] = process.argv.slice(1);
  const { buildProcesses } = await import(folder + "/sandbox/build/build.mjs");
  await buildProcesses(folder);
`;
const BUILD_MS = 60_000;

/** The bundles of the processes, and their chunks: shared code, whose file names contain a hash. */
let folder: string;

const build = async () => {
  const { code, stderr } = await runProgram(["--input-type=module", "--eval", SCRIPT, folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
};
const chunks = async () => (await readdir(join(folder, "dist/chunks"))).sort();
const bundle = (name: string) => readFile(join(folder, "dist", `${name}.mjs`), "utf8");
/** A module that nearly all bundles contain. */
const change = (to: number) =>
  appendFile(join(folder, "lib/shared/text/decimal.ts"), `\nprocess.on("exit", () => ${to});\n`);

beforeAll(async () => {
  folder = await copySources();
  await build();
}, BUILD_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a lost chunk is built again", async () => {
  const before = await chunks();
  await rm(join(folder, "dist/chunks", before[0] ?? ""));
  await build();
  expect(await chunks()).toEqual(before);
});

it("a change keeps the chunks of the build before, which running processes may load", async () => {
  const first = await chunks();
  const server = await bundle("server");
  const probe = await bundle("probe-video");
  await change(1);
  await build();
  const second = await chunks();
  expect(second).toEqual(expect.arrayContaining(first));
  expect(second.length).toBeGreaterThan(first.length);
  expect(await bundle("server"), "it contains the changed module").not.toBe(server);
  expect(await bundle("probe-video"), "it does not").toBe(probe);
  await change(2);
  await build();
  const third = await chunks();
  expect(third).not.toEqual(expect.arrayContaining(first));
  const kept = third.filter((name) => second.includes(name));
  expect(kept.length).toBeGreaterThan(0);
});

it("another version of Node builds nothing again", async () => {
  const stamp = async () => (await stat(join(folder, "dist/stamp.json"))).mtimeMs;
  const before = await stamp();
  const asOtherNode = `Object.defineProperty(process, "version", { value: "v99.0.0" });${SCRIPT}`;
  const built = await runProgram(["--input-type=module", "--eval", asOtherNode, folder]);
  expect(built.code).toBe(0);
  expect(await stamp()).toBe(before);
});

it("a command uses the last build where dist cannot be written", async () => {
  await change(3);
  const load = `
    // Root may write everywhere.
    if (process.getuid?.() === 0) process.setuid(65534);
    const [folder] = process.argv.slice(1);
    const { loadBundle } = await import(folder + "/sandbox/load-bundle.mjs");
    const { readEnv } = await loadBundle(folder, "env");
    process.stdout.write(typeof readEnv);
  `;
  await chmod(folder, 0o755);
  await chmod(join(folder, "dist"), 0o555);
  const { code, stdout, stderr } = await runProgram([
    "--input-type=module",
    ...["--eval", load, folder],
  ]);
  await chmod(join(folder, "dist"), 0o755);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "function" });
  expect(stderr).toContain("Using the last build; run npm run build.");
});
