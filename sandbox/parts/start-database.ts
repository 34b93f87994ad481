import { setTimeout as delay } from "node:timers/promises";
import { errorText } from "@/lib/shared/text/error-text";
import { type PostgresServer, startPostgres } from "../postgres/start-postgres";
import type { PreparedStart } from "../prepare";
import { startAgain } from "../process/start-again";
import { type Shutdown, STOP_ORDER } from "./shutdown";

const PART = "database";

/**
 * Starts the embedded PostgreSQL and restarts it on the same port when it dies.
 * @returns its URL for `DATABASE_URL`
 */
export async function startDatabase(prepared: PreparedStart, shutdown: Shutdown): Promise<string> {
  const { env, ports, secrets, terminal } = prepared;
  const started = performance.now();
  const start = (port: number | undefined) =>
    startPostgres({
      dataDir: env.dataDir,
      password: secrets.postgresPassword,
      fsync: env.SANDBOX_POSTGRES_FSYNC === "on",
      ...(port === undefined ? {} : { preferredPort: port }),
      log: (line) => terminal.line(PART, line, levelOf(line)),
    });
  let server = await startAgain({
    name: PART,
    terminal,
    isStopping: () => shutdown.isStopping,
    start: () => start(ports.get(PART)),
  });
  const { port } = server;
  ports.set(PART, port);
  for (const note of server.notes) terminal.report(PART, "info", note);
  await shutdown.add(STOP_ORDER.base, () => server.stop());
  const text = server.adopted ? "already running, reused" : "ready";
  terminal.progress(PART, `${text} (PostgreSQL, 127.0.0.1:${port})`, performance.now() - started);

  const keep = async (): Promise<void> => {
    for (;;) {
      await server.exited;
      if (shutdown.isStopping) return;
      terminal.report(PART, "warn", "exited; restarting");
      const again = await restart(() => start(port), port, prepared, shutdown);
      if (again === null) return;
      server = again;
      terminal.progress(PART, "restarted");
    }
  };
  keep().catch((error) => terminal.report(PART, "error", errorText(error)));
  return server.url;
}

async function restart(
  start: () => Promise<PostgresServer>,
  port: number,
  { terminal }: PreparedStart,
  shutdown: Shutdown,
): Promise<PostgresServer | null> {
  for (let pause = 50; !shutdown.isStopping; pause = Math.min(pause * 2, 5000)) {
    try {
      const server = await start();
      // The other processes use the old port; stop a server on a different one and retry.
      if (server.port === port && !shutdown.isStopping) return server;
      await server.stop();
    } catch (error) {
      terminal.report(PART, "error", errorText(error));
    }
    await delay(pause);
  }
  return null;
}

/** Expected during normal operation; the application reports its own failed statements. */
const ORDINARY = /terminating connection due to|the database system is/;

function levelOf(line: string) {
  if (!/\b(FATAL|PANIC):/.test(line) || ORDINARY.test(line)) return "debug";
  return "error";
}
