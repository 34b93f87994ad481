import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";

const START_MS = 60_000;

/** A self-hosted Inngest server with its own folder, queue and database. */
export type RealInngest = {
  /** The variables that a launchpad uses it with. */
  variables: { INNGEST_BASE_URL: string; INNGEST_SIGNING_KEY: string; INNGEST_EVENT_KEY: string };
  output(): string;
  /** Kills it and starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startInngest(): Promise<RealInngest> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-inngest-"));
  const port = await freePort();
  const gateways = await Promise.all([freePort(), freePort(), freePort()]);
  const [connect, gateway, executor] = gateways.map(String);
  const signingKey = randomBytes(32).toString("hex");
  const eventKey = randomBytes(16).toString("hex");
  const baseUrl = `http://127.0.0.1:${port}`;
  let output = "";

  function launch(): ChildProcess {
    const args = ["start", "--no-ui", "--host", "127.0.0.1", "--port", String(port)];
    args.push("--signing-key", signingKey, "--event-key", eventKey, "--sqlite-dir", folder);
    args.push(
      "--connect-gateway-port",
      connect ?? "",
      "--connect-gateway-grpc-port",
      gateway ?? "",
    );
    args.push("--connect-executor-grpc-port", executor ?? "");
    const child = spawn("inngest", args, { env: childEnv({}), cwd: folder });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-200_000);
      });
    }
    return child;
  }

  async function untilReady(): Promise<void> {
    const deadline = Date.now() + START_MS;
    for (;;) {
      const isUp = await fetch(`${baseUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Inngest:\n${output}`);
      await sleep(100);
    }
  }

  const end = async (signal: NodeJS.Signals) => {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await exited;
  };

  let child = launch();
  await untilReady();
  return {
    variables: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_EVENT_KEY: eventKey,
    },
    output: () => output,
    async restart() {
      await end("SIGKILL");
      child = launch();
      await untilReady();
    },
    async stop() {
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
