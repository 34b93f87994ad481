import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { streamMarket } from "@/lib/features/stream/operations";
import { eventStream } from "@/lib/http/bind";
import { createEventStreams, type EventStreams } from "@/lib/http/event-streams";
import { listen } from "../../setup/servers/listen";
import { createTestPipeline } from "../support/open-pipeline";

const WAIT = { timeout: 30_000, interval: 20 };
const PIECE = Buffer.alloc(64 * 1024, "x");
/** More than all socket buffers hold. */
const PIECES = 800;

let server: Server;
let streams: EventStreams;
let client: Socket;
let written = 0;

/** Sends a client that does not read yet a long replay, each piece when it is ready for it. */
async function startReplay(stalledMs: number): Promise<void> {
  written = 0;
  streams = createEventStreams({
    operation: streamMarket,
    stalledMs,
    clientsMax: 10,
    clientsPerAddressMax: 10,
    async open(_, sink) {
      for (; written < PIECES; written += 1) {
        sink.write(PIECE);
        if (!(await sink.ready())) break;
      }
      return { alive: () => null, end: () => undefined };
    },
  });
  const endpoints = [eventStream(streamMarket)];
  server = createServer(createTestPipeline({ streams, endpoints }));
  const { port } = await listen(server);
  client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  client.pause();
  client.write("GET /v1/base/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

afterEach(async () => {
  client.destroy();
  streams.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("a stream that is written at the pace of its client", () => {
  it("holds little for a client that is slow, and does not disconnect it", async () => {
    await startReplay(60_000);
    await vi.waitFor(() => expect(written).toBeGreaterThan(0), WAIT);
    let before = -1;
    // Until the socket buffers are full.
    await vi.waitFor(() => {
      const isFull = written === before;
      before = written;
      expect(isFull).toBe(true);
    }, WAIT);
    expect(written).toBeLessThan(PIECES);
    let received = 0;
    client.on("data", (bytes) => {
      received += bytes.length;
    });
    client.resume();
    await vi.waitFor(() => expect(received).toBeGreaterThan(PIECES * PIECE.length), WAIT);
    expect(streams.dropped()).toBe(0);
  });

  it("ends when its client reads nothing any more", async () => {
    await startReplay(300);
    await vi.waitFor(() => expect(streams.dropped()).toBe(1), WAIT);
    expect(written).toBeLessThan(PIECES);
    await vi.waitFor(() => expect(streams.count()).toBe(0), WAIT);
  });
});
