import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { hasProgram } from "../find-program";
import { type Restartable, startRestartable } from "../stack/restartable";

export type RunningRedis = Restartable & { port: number };

/** Whether `redis-server` is installed; prints a line where it is not. */
export const hasRedis = () =>
  hasProgram({
    name: "redis-server",
    versionFlag: "--version",
    install: "apt-get install redis-server",
  });

/**
 * The installed `redis-server` on a free port, without data on the disk.
 * @param options.password null for a server without a password
 * @returns null if none is installed
 */
export async function startRedis(options: {
  password: string | null;
}): Promise<RunningRedis | null> {
  if (!hasRedis()) return null;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "slipway-redis-"));
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
  const secret = options.password === null ? [] : ["--requirepass", options.password];
  const server = await startRestartable({
    command: ["redis-server", ...place, ...secret, "--save", "", "--appendonly", "no"],
    env: childEnv({}),
    isUp: () => accepts(port),
  });
  return {
    ...server,
    port,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a port of loopback is open. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
