import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { inTurn } from "@/lib/http/in-turn";
import { limitStall } from "@/lib/http/limits/limit-stall";
import { listen } from "../../../setup/servers/listen";
import { startPipeline } from "../../support/open-pipeline";

/** Starts a server whose first page waits for `open`, and a client that sends several requests at once. */
async function startAndSend(paths: readonly string[]) {
  const asked: string[] = [];
  const held: ServerResponse[] = [];
  let running = 0;
  const server = await startPipeline({
    inFlight: {
      begin() {
        running += 1;
      },
      end() {
        running -= 1;
      },
    },
    next(request, response) {
      asked.push(request.url ?? "");
      if (request.url === "/first") held.push(response);
      else response.writeHead(200).end(`page ${request.url}`);
    },
  });
  const socket = connect(server.port, "127.0.0.1");
  let text = "";
  let isClosed = false;
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    text += data.toString();
  });
  socket.on("close", () => {
    isClosed = true;
  });
  onTestFinished(() => {
    socket.destroy();
    server.stop();
  });
  const head = `HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
  socket.write(paths.map((path) => `GET ${path} ${head}`).join(""));
  await expect.poll(() => held.length).toBe(1);
  return {
    socket,
    asked,
    open: (body: string | Buffer = "page /first") => held[0]?.writeHead(200).end(body),
    running: () => running,
    received: () => text,
    isClosed: () => isClosed,
  };
}

it("answers requests of one connection in order, each after the one before", async () => {
  const client = await startAndSend(["/first", "/second", "/third"]);
  expect(client.asked).toEqual(["/first"]);
  client.open();
  await expect.poll(client.received).toMatch(/page \/first.*page \/second.*page \/third/s);
  await expect.poll(client.running).toBe(0);
});

it("ends every exchange of a client that disconnects before its responses", async () => {
  const client = await startAndSend(["/first", "/second", "/third"]);
  client.socket.destroy();
  await expect.poll(client.running).toBe(0);
});

it("ends every exchange of a client that disconnects while it reads nothing", async () => {
  const client = await startAndSend(["/first", "/second", "/third"]);
  client.socket.pause();
  client.open(Buffer.alloc(64 * 1024 * 1024));
  client.socket.destroy();
  await expect.poll(client.running).toBe(0);
});

it("disconnects a client that sends many requests before it has a response", async () => {
  const paths = Array.from({ length: 100 }, () => "/another");
  const client = await startAndSend(["/first", ...paths]);
  await expect.poll(client.isClosed).toBe(true);
  await expect.poll(client.running).toBe(0);
});

it("starts each request without the time limit of the response before it", async () => {
  const timeouts: (number | undefined)[] = [];
  const start = inTurn((request, response) => {
    timeouts.push(request.socket.timeout);
    limitStall(response, 30_000);
    // Later, so that both requests have arrived.
    setImmediate(() => response.end());
  });
  const server = createServer(start);
  const { port } = await listen(server);
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const head = "HTTP/1.1\r\nHost: x\r\n\r\n";
  socket.write(`GET /first ${head}GET /second ${head}`);
  await expect.poll(() => timeouts).toHaveLength(2);
  expect(timeouts.map((timeout) => timeout ?? 0)).toEqual([0, 0]);
});
