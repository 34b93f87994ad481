import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { waitUntil } from "@/sandbox/process/wait-until";
import { folderWith } from "../../setup/folder-with";

const MODULE = pathToFileURL(resolve("sandbox/stop-with-npm.mjs")).href;
/** Writes its id, and continues after its parent like the supervisor. */
const PROGRAM = `import { writeFileSync } from "node:fs";
import { stopWithNpm } from "${MODULE}";
stopWithNpm("program.mjs");
process.on("SIGTERM", () => { writeFileSync("ended", ""); process.exit(0); });
setTimeout(() => process.exit(1), 60_000);
writeFileSync("pid", String(process.pid));`;

async function start(command: string, args: string[]) {
  const folder = folderWith({
    "package.json": JSON.stringify({ scripts: { start: "node program.mjs" } }),
    "program.mjs": PROGRAM,
  });
  const { npm_lifecycle_script: _, ...env } = process.env;
  const parent: ChildProcess = spawn(command, args, { cwd: folder, env, stdio: "ignore" });
  const exited = once(parent, "exit");
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      return null;
    }
  };
  const pid = await waitUntil(() => Number(read("pid")) || null, { timeoutMs: 30_000 });
  if (pid === null) throw new Error("the program did not start");
  const isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  onTestFinished(() => {
    if (isRunning()) process.kill(pid, "SIGKILL");
  });
  return { parent, exited, isRunning, hasEnded: () => read("ended") !== null };
}

it("ends a program whose npm is terminated", async () => {
  const { parent, hasEnded } = await start("npm", ["start"]);
  parent.kill("SIGTERM");
  expect(await waitUntil(hasEnded, { timeoutMs: 20_000 })).toBe(true);
}, 60_000);

it("leaves a program that a shell has started in the background", async () => {
  const { exited, isRunning } = await start("sh", ["-c", "node program.mjs & sleep 1"]);
  await exited;
  const left = await waitUntil(() => !isRunning(), { timeoutMs: 2_000 });
  expect(left).toBe(null);
}, 60_000);
