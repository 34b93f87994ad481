import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitStall } from "@/lib/http/limits/limit-stall";
import { listen } from "../../../setup/servers/listen";

const BYTES = 64 * 1024 * 1024;

async function start(stalledMs: number) {
  let closed = 0;
  const server = createServer((_, response) => {
    limitStall(response, stalledMs);
    response.once("close", () => {
      closed += 1;
    });
    response.end(Buffer.alloc(BYTES));
  });
  const { port } = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, closed: () => closed };
}

it("closes a response that is not read", async () => {
  const { port, closed } = await start(100);
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(closed, { timeout: 5_000 }).toBe(1);
});

it("sends a response whose reader is slow but reads, and keeps its connection", async () => {
  const { port } = await start(1_000);
  for (let n = 0; n < 2; n += 1) {
    const { body } = await fetch(`http://127.0.0.1:${port}/`);
    let size = 0;
    for await (const chunk of body ?? []) size += chunk.byteLength;
    expect(size).toBe(BYTES);
  }
});
