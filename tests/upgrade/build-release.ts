import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { childEnv } from "@/lib/env";

const LOCK = "package-lock.json";

/** Runs a program and returns its output. @throws Error with its errors when it fails */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  options: { cwd?: string; variables?: Parameters<typeof childEnv>[0] } = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: childEnv({ NODE_ENV: "production", ...options.variables }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) === 0) return output;
  throw new Error(`${[program, ...args].join(" ")} failed:\n${output}${errors}`);
}

/**
 * Builds an earlier release in a folder of its own.
 * @param ref a tag or commit
 * @returns the folder, which the caller removes
 */
export async function buildRelease(ref: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-release-"));
  try {
    const archive = join(folder, "source.tar");
    await runProgram(["git", "archive", "--output", archive, ref]);
    await runProgram(["tar", "--extract", "--file", archive, "--directory", folder]);
    await rm(archive);
    await install(folder);
    await runProgram(["npm", "run", "--silent", "build"], { cwd: folder });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Links the packages of this release where they are the same, which needs no network. */
async function install(folder: string): Promise<void> {
  const locks = await Promise.all([LOCK, join(folder, LOCK)].map((path) => readFile(path, "utf8")));
  if (locks[0] === locks[1] && process.platform === "linux") {
    try {
      await runProgram(["cp", "-al", "node_modules", join(folder, "node_modules")]);
      return;
    } catch {
      // Another file system.
      await rm(join(folder, "node_modules"), { recursive: true, force: true });
    }
  }
  await runProgram(["npm", "ci", "--include=dev"], { cwd: folder });
}
