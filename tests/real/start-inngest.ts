import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { hasProgram } from "../setup/find-program";
import { type Restartable, startRestartable } from "../setup/stack/restartable";

/** A self-hosted Inngest server with its own folder, queue and database. */
export type RealInngest = Restartable & {
  /** The variables that a launchpad uses it with. */
  variables: { INNGEST_BASE_URL: string; INNGEST_SIGNING_KEY: string; INNGEST_EVENT_KEY: string };
  /** Kills it and starts it again on the same port and data. */
  restart(): Promise<void>;
};

/** Whether `inngest` is installed; prints a line where it is not. */
export const hasInngest = () =>
  hasProgram({ name: "inngest", versionFlag: "version", install: "see docs/inngest.md" });

/** Null, with a line, where none is installed. */
export async function startInngest(): Promise<RealInngest | null> {
  if (!hasInngest()) return null;
  const folder = await mkdtemp(join(tmpdir(), "slipway-inngest-"));
  const port = await freePort();
  const gateways = await Promise.all([freePort(), freePort(), freePort()]);
  const [connect = "", gateway = "", executor = ""] = gateways.map(String);
  const signingKey = randomBytes(32).toString("hex");
  const eventKey = randomBytes(16).toString("hex");
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = await startRestartable({
    command: [
      ...["inngest", "start", "--no-ui", "--host", "127.0.0.1", "--port", String(port)],
      ...["--signing-key", signingKey, "--event-key", eventKey, "--sqlite-dir", folder],
      ...["--connect-gateway-port", connect, "--connect-gateway-grpc-port", gateway],
      ...["--connect-executor-grpc-port", executor],
    ],
    env: childEnv({}),
    cwd: folder,
    isUp: () =>
      fetch(`${baseUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return {
    ...server,
    variables: {
      INNGEST_BASE_URL: baseUrl,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_EVENT_KEY: eventKey,
    },
    async restart() {
      process.kill(server.pid(), "SIGKILL");
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
