import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { DEFAULT_SETTINGS } from "@/lib/features/settings/rules/settings";
import { createWorkLimit } from "@/lib/http/limits/limit-work";
import { plain } from "@/lib/http/plain-endpoint";
import { createLonelyContext, startPipeline } from "../../support/open-pipeline";

/** All slots of pages, and what one caller may render at a time. */
const SLOTS = 64;
const RUNNING = 2;

/** A server whose pages and documents are not finished. */
async function start() {
  const ctx = createLonelyContext({ TRUSTED_PROXY_HOPS: "1" });
  const parts = { ...ctx, settings: { ...ctx.settings, current: () => DEFAULT_SETTINGS } };
  const sockets: Socket[] = [];
  const running: ServerResponse[] = [];
  let asked = 0;
  let documents = 0;
  const document = (path: "/document" | "/endless") =>
    plain({
      id: "document",
      path,
      methods: ["GET"],
      isCounted: true,
      async answer() {
        if (path === "/endless") {
          documents += 1;
          await new Promise<void>(() => undefined);
        }
        return { status: 200, headers: [], body: Buffer.from("document") };
      },
    });
  const server = await startPipeline({
    parts,
    work: createWorkLimit(parts),
    endpoints: [document("/document"), document("/endless")],
    inFlight: {
      begin() {
        asked += 1;
      },
      end: () => undefined,
    },
    next(request, response) {
      if (request.url === "/page") response.writeHead(200).end("page");
      else running.push(response);
    },
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.stop();
  });
  return {
    ask(path: string, address: string): void {
      const socket = connect(server.port, "127.0.0.1");
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
      );
    },
    asked: () => asked,
    running: () => running.length,
    documents: () => documents,
    async visit(path: string): Promise<number> {
      const headers = { "x-forwarded-for": "203.0.113.9" };
      return (await fetch(`${server.baseUrl}${path}`, { headers })).status;
    },
  };
}

it("needs no slot for pages that wait for their caller's share", async () => {
  const server = await start();
  const callers = 8;
  for (let n = 0; n < SLOTS; n += 1) server.ask("/endless-page", `${20 + (n % callers)}.1.1.1`);
  await expect.poll(server.asked, { timeout: 10_000 }).toBe(SLOTS);
  expect(server.running()).toBe(callers * RUNNING);
  expect(await server.visit("/page")).toBe(200);
});

it("serves pages while all slots of documents are in use", async () => {
  const server = await start();
  for (let n = 0; n < SLOTS; n += 1) server.ask("/endless", `${20 + (n >> 2)}.1.1.1`);
  await expect.poll(server.documents, { timeout: 10_000 }).toBe(SLOTS);
  expect(await server.visit("/document")).toBe(503);
  expect(await server.visit("/page")).toBe(200);
});
