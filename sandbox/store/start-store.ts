import { once } from "node:events";
import type { Logger } from "pino";
import { createExecutor } from "@/sandbox/store/execute";
import { createHttpServer } from "@/sandbox/store/http-server";
import { type Journal, openJournal } from "@/sandbox/store/journal";
import { Keyspace } from "@/sandbox/store/keyspace";

export type StoreOptions = {
  /** 0 = any free port. */
  port: number;
  token: string;
  /** Where the store remembers itself; without it everything is gone at the end. */
  file?: string | undefined;
  log: Logger;
  keysMax?: number;
  bytesMax?: number;
};

export type Store = { url: string; stop(): Promise<void> };

const HOST = "127.0.0.1";
const SWEEP_MS = 1_000;
const KEYS_MAX = 50_000;
const BYTES_MAX = 24 * 1024 * 1024;
/** Of the keys, how many go at once when there are too many. */
const EVICTED_PART = 0.05;

/**
 * Starts an in-memory store behind Upstash's REST interface, on loopback. It takes no more room
 * than allowed: the keys that would expire first go first, and when nothing can expire, commands
 * that need room are refused as Redis does.
 */
export async function startStore(options: StoreOptions): Promise<Store> {
  const { log, keysMax = KEYS_MAX, bytesMax = BYTES_MAX } = options;
  const keys = new Keyspace();
  let journal: Journal | null = null;
  let measuredBytes = 0;
  let measuredAtChange = -1;

  const makeRoom = () => {
    if (keys.changes === measuredAtChange) return;
    measuredBytes = keys.measure();
    while (measuredBytes > bytesMax || keys.size >= keysMax) {
      const evicted = keys.evict(Math.max(1, Math.floor(keys.size * EVICTED_PART)));
      if (evicted === 0) break;
      log.warn({ evicted, keys: keys.size }, "out of room: keys that expire soonest were removed");
      measuredBytes = keys.measure();
    }
    measuredAtChange = keys.changes;
  };

  const executor = createExecutor(keys, {
    record: (command) => journal?.record(command),
    isFull() {
      if (keys.size >= keysMax) makeRoom();
      return measuredBytes > bytesMax || keys.size >= keysMax;
    },
  });
  if (options.file !== undefined) {
    const replay = (command: readonly string[]) => {
      try {
        executor.execute(command);
      } catch {
        // It failed the first time as well, after it had changed something.
      }
    };
    journal = openJournal(options.file, keys, replay, log);
  }

  const sweep = () => {
    keys.nowMs = Date.now();
    keys.sweep();
    makeRoom();
    journal?.compactIfDue();
  };
  keys.nowMs = Date.now();
  sweep();
  const timer = setInterval(sweep, SWEEP_MS);

  const server = createHttpServer(
    options.token,
    {
      executor,
      before() {
        keys.nowMs = Date.now();
      },
      after: () => journal?.flush(),
      health: () => ({ status: "ok", keys: keys.size, bytes: measuredBytes }),
    },
    log,
  );
  server.listen(options.port, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");

  return {
    url: `http://${HOST}:${address.port}`,
    async stop() {
      clearInterval(timer);
      server.closeIdleConnections();
      await new Promise((resolve) => {
        server.close(resolve);
        setTimeout(() => server.closeAllConnections(), 500).unref();
      });
      journal?.close();
    },
  };
}
