import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { isAlive } from "@/sandbox/process/process-info";
import { waitUntil } from "@/sandbox/process/wait-until";

const ENDLESS = "setInterval(() => {}, 1_000)";
const SCRIPT = `
  const [tools, endless] = process.argv.slice(1);
  const { runToEnd } = await import(tools);
  await runToEnd(process.cwd(), ["--eval", endless], process.env, console.log, "endless");
`;

it("a build ends when the start that runs it is killed, so the next start need not wait for it", async () => {
  const tools = resolve("sandbox/build/build-tools.mjs");
  const starter = spawn(
    process.execPath,
    ["--input-type=module", "--eval", SCRIPT, tools, ENDLESS],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await starter.stdout.take(1).toArray();
  const build = Number(String(line));
  expect(await isAlive(build)).toBe(true);
  starter.kill("SIGKILL");
  expect(await waitUntil(async () => !(await isAlive(build)), { timeoutMs: 5_000 })).toBe(true);
});
