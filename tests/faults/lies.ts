import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../setup/servers/listen";

/** The address of a component that returns wrong responses on demand. */
export type Liar = { url: string; lie(isLying: boolean): void; stop(): Promise<void> };

async function portOf(server: ReturnType<typeof createTcpServer>): Promise<number> {
  return (await listen(server)).port;
}

/** A fake Redis that answers every command with an invalid reply. */
export async function startLyingRedis(target: string): Promise<Liar> {
  const sockets = new Set<Socket>();
  let isLying = false;
  const server = createTcpServer((client) => {
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      // The other end sees its connection close.
      one.on("error", () => other.destroy());
    }
    client.on("data", (chunk: Buffer) => {
      // A command is an array: "*3\r\n…".
      const commands = chunk.toString("latin1").split(/^\*\d+\r\n/m).length - 1;
      if (isLying) client.write("$8\r\nnonsense\r\n".repeat(Math.max(1, commands)));
      else upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => client.write(chunk));
  });
  const url = new URL(target);
  url.port = String(await portOf(server));
  return {
    url: url.href,
    lie(next) {
      isLying = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

type Change = { path: string; body: Buffer };
type Lie = {
  /** Sends the request once more, changed; null for once only. */
  again?: (sent: Change) => Buffer | null;
  /** Changes the body of a successful answer. */
  answer?: (got: Change) => Buffer;
};

/** A proxy for an HTTP service, which keeps the host that a signature covers. */
export async function startLyingHttp(target: string, lie: Lie): Promise<Liar> {
  let isLying = false;
  const { hostname, port } = new URL(target);

  const server = createServer(async (request, response) => {
    const { method, url: path = "/", headers } = request;
    const body = await buffer(request).catch(() => null);
    // The web server was killed in the middle of its request.
    if (body === null) return request.socket.destroy();
    const second = isLying ? (lie.again?.({ path, body }) ?? null) : null;
    if (second !== null) {
      const length = { "content-length": String(second.length) };
      const twin = send({ hostname, port, method, path, headers: { ...headers, ...length } });
      twin.on("response", (answer) => answer.resume());
      // The component is killed at the moment.
      twin.on("error", () => undefined);
      twin.end(second);
    }
    const forwarded = send({ hostname, port, method, path, headers }, async (answer) => {
      const status = answer.statusCode ?? 502;
      const isWhole = status === 200 || status === 206;
      const changes = isLying && isWhole ? lie.answer : undefined;
      response.writeHead(status, answer.headers);
      if (changes === undefined) return pipeline(answer, response, () => undefined);
      const whole = await buffer(answer).catch(() => null);
      return whole === null ? response.destroy() : response.end(changes({ path, body: whole }));
    });
    forwarded.on("error", () => request.socket.destroy());
    response.on("close", () => forwarded.destroy());
    return forwarded.end(body);
  });
  const own = await portOf(server);
  return {
    url: `http://127.0.0.1:${own}`,
    lie(next) {
      isLying = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const events = z.union([
  z.array(z.looseObject({ name: z.string() })),
  z.looseObject({ name: z.string() }).transform((one) => [one]),
]);

/** Delivers every event twice, the second time as an event of its own. */
export const TWICE: Lie = {
  again({ path, body }) {
    if (!path.startsWith("/e/")) return null;
    const copies = events
      .parse(JSON.parse(body.toString()))
      .map((event) => ({ ...event, id: `${String(event.id)}-again` }));
    return Buffer.from(JSON.stringify(copies));
  },
};

/** Returns bytes of the right length that nobody stored. */
export const OTHER_BYTES: Lie = {
  answer: ({ body }) => Buffer.from(body.map((byte) => byte ^ 0x5a)),
};

/** Returns other bytes for blocks and files, and another CID for what it adds. */
export const OTHER_CONTENT: Lie = {
  answer: ({ path, body }) =>
    path.includes("/add")
      ? Buffer.from(
          body.toString().replace(/Qm\w{44}/, "QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn"),
        )
      : Buffer.from(body.map((byte) => byte ^ 0x5a)),
};
