import { createHash, timingSafeEqual } from "node:crypto";
import http from "node:http";
import type { Logger } from "pino";
import { z } from "zod";
import type { Executor } from "@/sandbox/store/execute";
import { RedisError, type Reply, Status } from "@/sandbox/store/reply";

const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** The client sends numbers and booleans unquoted; Redis knows only strings. */
const command = z
  .array(z.union([z.string(), z.number(), z.boolean(), z.null()]).transform(String))
  .min(1);
const commands = z.array(command);

type Outcome = { result: Reply } | { error: string };
type Answer = { status: number; body: unknown };

export type StoreHooks = {
  executor: Executor;
  /** Called before a request's commands, and after them, before the answer leaves. */
  before(): void;
  after(): void;
  health(): Record<string, unknown>;
};

/**
 * The REST interface of Upstash: a command as JSON array to `/`, several to `/pipeline` or (all or
 * none begun) `/multi-exec`; `Upstash-Encoding: base64` asks for encoded strings.
 */
export function createHttpServer(token: string, hooks: StoreHooks, log: Logger): http.Server {
  const expected = digest(`Bearer ${token}`);

  const runOne = (args: readonly string[]): Outcome => {
    try {
      return { result: hooks.executor.execute(args) };
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      return { error: error.message };
    }
  };

  const runSeveral = (list: readonly (readonly string[])[], isAtomic: boolean): Outcome[] => {
    if (isAtomic) {
      try {
        for (const args of list) hooks.executor.check(args);
      } catch (error) {
        if (!(error instanceof RedisError)) throw error;
        const reason = "EXECABORT Transaction discarded because of previous errors.";
        throw new RedisError(`${reason} ${error.message}`);
      }
    }
    return list.map(runOne);
  };

  const answer = (path: string, body: unknown, isBase64: boolean): Answer => {
    hooks.before();
    try {
      if (path === "/pipeline" || path === "/multi-exec") {
        const list = commands.safeParse(body);
        if (!list.success) return { status: 400, body: { error: "ERR failed to parse commands" } };
        const outcomes = runSeveral(list.data, path === "/multi-exec");
        return { status: 200, body: outcomes.map((outcome) => render(outcome, isBase64)) };
      }
      const single = command.safeParse(path === "/" ? body : pathCommand(path));
      if (!single.success) return { status: 400, body: { error: "ERR failed to parse command" } };
      const outcome = runOne(single.data);
      return { status: "error" in outcome ? 400 : 200, body: render(outcome, isBase64) };
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      return { status: 400, body: { error: error.message } };
    } finally {
      hooks.after();
    }
  };

  const handle = async (incoming: http.IncomingMessage): Promise<Answer> => {
    const { pathname } = new URL(incoming.url ?? "/", "http://store");
    if (pathname === "/health") return { status: 200, body: hooks.health() };
    if (!timingSafeEqual(digest(incoming.headers.authorization ?? ""), expected)) {
      return { status: 401, body: { error: "WRONGPASS invalid or missing auth token" } };
    }
    const text = await readBody(incoming);
    if (text === null) {
      const limit = `${BODY_BYTES_MAX} bytes`;
      return { status: 413, body: { error: `ERR max request size exceeded. Limit: ${limit}` } };
    }
    const body = text === "" ? undefined : parseJson(text);
    return answer(pathname, body, incoming.headers["upstash-encoding"] === "base64");
  };

  const server = http.createServer(async (incoming, outgoing) => {
    const { status, body } = await handle(incoming).catch((error: unknown): Answer => {
      log.error({ err: error }, "request failed");
      return { status: 500, body: { error: "ERR internal error" } };
    });
    const text = JSON.stringify(body);
    outgoing.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    outgoing.end(text);
  });
  // The client keeps connections open between its calls; ours must not close first.
  server.keepAliveTimeout = 65_000;
  return server;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function pathCommand(path: string): string[] {
  try {
    return path.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return [];
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function render(outcome: Outcome, isBase64: boolean): Outcome | { result: unknown } {
  return "error" in outcome ? outcome : { result: encode(outcome.result, isBase64, true) };
}

/** Only `OK` at the top goes as it is: the client takes every other string for base64. */
function encode(reply: Reply, isBase64: boolean, isTop: boolean): unknown {
  if (Array.isArray(reply)) return reply.map((item) => encode(item, isBase64, false));
  const text = reply instanceof Status ? reply.text : reply;
  if (typeof text !== "string" || !isBase64) return text;
  if (reply instanceof Status && text === "OK" && isTop) return text;
  return Buffer.from(text, "utf8").toString("base64");
}

async function readBody(incoming: http.IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
