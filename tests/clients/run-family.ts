import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { newCaller } from "../setup/api/new-caller";
import { startCallerProxy } from "./caller-proxy";
import type { Family } from "./families";
import type { Fixture } from "./prepare-fixture";

const result = z.object({ action: z.string(), error: z.string().nullable() });
/** One action of a program; `error` is null when it succeeded. */
export type ActionResult = z.output<typeof result>;

export const hasPython =
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 8))"]).status === 0;

/** Runs a program against the launchpad with its own caller address. */
export async function runFamily(
  { language, program }: Pick<Family, "language" | "program">,
  fixture: Fixture,
  cwd?: string,
): Promise<ActionResult[]> {
  const proxy = await startCallerProxy(fixture.baseUrl, newCaller());
  try {
    const input = JSON.stringify({ ...fixture, baseUrl: proxy.baseUrl });
    const command = language === "python" ? "python3" : process.execPath;
    const loader = language === "python" || cwd !== undefined ? [] : ["--import", "tsx"];
    return await runProgram(command, [...loader, program, input], cwd);
  } finally {
    await proxy.stop();
  }
}

/** Runs a program and reads its output; an aborted program counts as a failed action. */
export async function runProgram(
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<ActionResult[]> {
  const options = cwd === undefined ? {} : { cwd };
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const results = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => result.parse(JSON.parse(line)));
  const isComplete = code === 0 && results.length > 0;
  if (isComplete) return results;
  const error = `exit code ${code}: ${stderr.slice(-2_000)}`;
  return [...results, { action: "runs to its end", error }];
}
