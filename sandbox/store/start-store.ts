import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { isSameSecret } from "@/sandbox/engine/http/signature";
import { createMemoryRedis, RedisError, type RedisReply, type RunCommand } from "./memory-redis";

export type Store = { url: string; stop(): Promise<void> };

const SWEEP_MS = 1_000;
const REQUEST_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Starts the rate-limit store of the sandbox: a Redis server with the few commands that the limiter
 * uses. It keeps nothing over a restart.
 * @param url where it listens, with the password: `redis://:secret@127.0.0.1:6379`; port 0 is any
 *   free port
 */
export async function startStore(url: string): Promise<Store> {
  const { hostname, port, password } = new URL(url);
  const redis = await createMemoryRedis();
  const timer = setInterval(redis.removeExpired, SWEEP_MS);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The client reconnects.
    socket.on("error", () => socket.destroy());
    serve(socket, createSession(redis.run, decodeURIComponent(password)));
  });
  server.listen(Number(port), hostname);
  await once(server, "listening");
  const bound = new URL(url);
  bound.port = String(portOf(server.address()));
  return {
    url: bound.href,
    async stop() {
      clearInterval(timer);
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");
  return address.port;
}

/** Commands of one connection: what a client sends before it is ready, then those of the store. */
function createSession(run: RunCommand, password: string): RunCommand {
  let isAuthenticated = false;
  return (command) => {
    const name = command[0]?.toUpperCase();
    if (name === "AUTH") {
      isAuthenticated = isSameSecret(command.at(-1) ?? "", password);
      if (isAuthenticated) return "OK";
      throw new RedisError("WRONGPASS invalid password");
    }
    if (!isAuthenticated) throw new RedisError("NOAUTH Authentication required.");
    if (name === "INFO") return "loading:0\r\n";
    if (name === "CLIENT") return "OK";
    return run(command);
  };
}

/** Answers the commands of a connection in their order. */
function serve(socket: Socket, run: RunCommand): void {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    try {
      for (let request = parse(pending); request !== null; request = parse(pending)) {
        pending = pending.subarray(request.size);
        socket.write(answer(request.command, run));
      }
      if (pending.length > REQUEST_BYTES_MAX) throw new RedisError("ERR Protocol error");
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      // The position of the next command is unknown.
      socket.end(`-${error.message}\r\n`);
    }
  });
}

function answer(command: readonly string[], run: RunCommand): string {
  try {
    return encode(run(command));
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    return `-${error.message.replace(/[\r\n]+/g, " ")}\r\n`;
  }
}

function encode(reply: RedisReply): string {
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join("")}`;
}

/**
 * Reads one command, a RESP array of bulk strings, from the start of `bytes`.
 * @returns null while it is incomplete
 * @throws RedisError for anything else, such as an HTTP request
 */
function parse(bytes: Buffer): { command: string[]; size: number } | null {
  let position = 0;
  const header = (prefix: "*" | "$"): number | null => {
    if (bytes.length <= position) return null;
    const end = bytes.indexOf("\r\n", position);
    const line = bytes.subarray(position, end === -1 ? undefined : end).toString("latin1");
    if (line[0] !== prefix || !/^\d{0,7}\r?$/.test(line.slice(1))) {
      throw new RedisError("ERR Protocol error");
    }
    if (end === -1) return null;
    position = end + 2;
    return Number(line.slice(1));
  };
  const count = header("*");
  if (count === null) return null;
  const command: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = header("$");
    if (length === null || bytes.length < position + length + 2) return null;
    command.push(bytes.toString("utf8", position, position + length));
    position += length + 2;
  }
  return { command, size: position };
}
