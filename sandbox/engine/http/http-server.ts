import http from "node:http";
import { jobsPage, PAGE_HEADERS } from "@/sandbox/engine/http/jobs-page";
import { listRuns } from "@/sandbox/engine/http/list-runs";
import { appConfig, checkpoint, incomingEvents } from "@/sandbox/engine/http/protocol";
import { hashSigningKey, isSameSecret } from "@/sandbox/engine/http/signature";
import type { EngineParts } from "@/sandbox/engine/parts";
import { applyCheckpoint } from "@/sandbox/engine/runs/apply-checkpoint";
import { receiveEvents } from "@/sandbox/engine/runs/receive-events";

const BODY_BYTES_MAX = 32 * 1024 * 1024;
const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Request = { url: URL; headers: http.IncomingHttpHeaders; body: unknown };
type Hooks = {
  onWork(): void;
  health(): Record<string, unknown>;
};

class BadRequest extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The HTTP side of the engine: what the SDK calls, a health check and the page for people. */
export function createHttpServer(parts: EngineParts, hooks: Hooks): http.Server {
  const bearer = `Bearer ${hashSigningKey(parts.settings.signingKey)}`;
  const unauthorized = (what: string): Answer => ({
    status: 401,
    body: { error: `${what} is not valid`, status: 401 },
  });
  const isSdk = (request: Request) => isSameSecret(request.headers.authorization ?? "", bearer);

  const postEvents = async (request: Request, key: string): Promise<Answer> => {
    if (!isSameSecret(key, parts.settings.eventKey)) return unauthorized("Event key");
    const events = incomingEvents.safeParse(request.body);
    if (!events.success) throw new BadRequest(400, "Not a list of named events");
    const seed = request.headers["x-inngest-event-id-seed"];
    const ids = await receiveEvents(parts.db, events.data, Array.isArray(seed) ? seed[0] : seed);
    hooks.onWork();
    return { status: 200, body: { ids, status: 200 } };
  };

  const postCheckpoint = async (request: Request, runId: string): Promise<Answer> => {
    if (!isSdk(request)) return unauthorized("Signing key");
    const report = checkpoint.safeParse(request.body);
    if (!report.success || report.data.run_id !== runId)
      throw new BadRequest(400, "Bad checkpoint");
    const isTaken = await applyCheckpoint(parts, runId, report.data);
    if (!isTaken) return { status: 409, body: { error: "This call was abandoned", status: 409 } };
    hooks.onWork();
    return { status: 200, body: { data: {}, status: 200 } };
  };

  const postRegister = async (request: Request): Promise<Answer> => {
    if (!isSdk(request)) return unauthorized("Signing key");
    const app = appConfig.safeParse(request.body);
    if (!app.success) throw new BadRequest(400, "Invalid app configuration");
    // A server that was lied to about its own address would send every call there.
    if (!URL.canParse(app.data.url) || new URL(app.data.url).href !== parts.settings.appUrl.href) {
      return { status: 403, body: { error: "Not the configured app", status: 403 } };
    }
    const isModified = await parts.registry.register(app.data, app.data.url);
    hooks.onWork();
    return { status: 200, body: { ok: true, status: 200, modified: isModified } };
  };

  const getJobs = async (request: Request): Promise<Answer> => {
    // A page of another site could reach this port by a name that it points to 127.0.0.1.
    if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return { status: 403, body: "Forbidden" };
    const listing = await listRuns(parts.db, request.url.searchParams);
    return { status: 200, body: jobsPage(listing), headers: PAGE_HEADERS };
  };

  const route = async (method: string, request: Request): Promise<Answer> => {
    const [first = "", second = "", third = "", fourth = ""] = request.url.pathname
      .split("/")
      .slice(1)
      .map(decodeURIComponent);
    if (method === "GET" && first === "health") return { status: 200, body: hooks.health() };
    if (method === "GET" && first === "jobs") return getJobs(request);
    if (method === "POST" && first === "e") return postEvents(request, second);
    if (method === "POST" && first === "fn" && second === "register") return postRegister(request);
    if (method === "POST" && second === "checkpoint" && fourth === "async") {
      return postCheckpoint(request, third);
    }
    return { status: 404, body: { error: "Not found", status: 404 } };
  };

  const server = http.createServer(async (incoming, outgoing) => {
    let answer: Answer;
    try {
      const url = new URL(incoming.url ?? "/", "http://engine");
      const body = incoming.method === "POST" ? await readJson(incoming) : undefined;
      answer = await route(incoming.method ?? "GET", { url, headers: incoming.headers, body });
    } catch (error) {
      const status = error instanceof BadRequest ? error.status : 500;
      if (status === 500) parts.log.warn({ err: error, url: incoming.url }, "request failed");
      const message = error instanceof BadRequest ? error.message : "Internal server error";
      answer = { status, body: { error: message, status } };
    }
    const isText = typeof answer.body === "string";
    outgoing.writeHead(answer.status, {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...answer.headers,
    });
    outgoing.end(isText ? answer.body : JSON.stringify(answer.body));
  });
  // The SDK keeps connections open between its calls; ours must not close first.
  server.keepAliveTimeout = 65_000;
  return server;
}

async function readJson(incoming: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new BadRequest(413, "Body is too large");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new BadRequest(400, "Body is not JSON");
  }
}
