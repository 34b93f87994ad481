import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** All files of a folder, or the file itself, in a stable order. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** One hash over the content of files and anything else that determines the result. */
export function hashOf(root, files, ...extra) {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`);
    hash.update(existsSync(file) ? readFileSync(file) : "missing");
  }
  for (const value of extra) hash.update(`\0${value}`);
  return hash.digest("hex");
}

/** Writes by rename: a reader never sees a partial file. */
export function writeAtomic(path, content, mode = 0o666) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode });
  renameSync(temporary, path);
}

/** The content of a JSON file; null when it is missing or unreadable. */
export function readJsonFile(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Whether a process with this id exists. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Two starts in one checkout must not build at the same time. */
export async function withBuildLock(root, job) {
  const path = join(root, "dist", "build.lock");
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    let holder = 0;
    try {
      holder = Number(readFileSync(path, "utf8"));
    } catch {
      continue;
    }
    const isFresh = Date.now() - statSync(path, { throwIfNoEntry: false })?.mtimeMs < 1000;
    if ((holder > 0 && isRunning(holder)) || isFresh) await delay(200);
    else rmSync(path, { force: true });
  }
  try {
    // A build in a child process may outlive this one, so the child takes over the lock.
    return await job((pid) => writeAtomic(path, String(pid)));
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Runs a part of the build in a child process, which ends when this one does, even when it is killed.
 * @throws an Error with its output
 */
export async function runToEnd(root, args, env, handOver, name) {
  const endWithStarter = new URL(`end-with-starter.mjs?starter=${process.pid}`, import.meta.url)
    .href;
  const child = spawn(process.execPath, ["--import", endWithStarter, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) handOver(child.pid);
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let output = "";
  const collect = (chunk) => {
    output = `${output}${chunk}`.slice(-20_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  process.off("exit", end);
  if (code !== 0) {
    throw Object.assign(new Error(`${name} failed:\n${output.trim()}`), { name: "BuildError" });
  }
}
