import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { hasProgram } from "../setup/find-program";
import { type Restartable, startRestartable } from "../setup/stack/restartable";

/** A Kubo node with a repository of its own and no peers; null, with a line, without `ipfs`. */
export async function startKubo(): Promise<(Restartable & { url: string }) | null> {
  if (!hasProgram({ name: "ipfs", versionFlag: "--version", install: "see docs/faults.md" })) {
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), "slipway-kubo-"));
  const port = await freePort();
  const env = { ...childEnv({}), IPFS_PATH: folder, NODE_ENV: "production" as const };
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync("ipfs", args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`ipfs ${args.join(" ")}: ${stderr}`);
  };
  run("init", "--profile", "test");
  run("config", "Addresses.API", `/ip4/127.0.0.1/tcp/${port}`);
  const url = `http://127.0.0.1:${port}`;
  const node = await startRestartable({
    command: ["ipfs", "daemon", "--offline"],
    env,
    isUp: () =>
      fetch(`${url}/api/v0/version`, { method: "POST" }).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return {
    ...node,
    url,
    async stop() {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
