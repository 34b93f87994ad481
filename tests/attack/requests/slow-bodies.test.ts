import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, inject, it } from "vitest";
import { receiveFile } from "@/lib/drivers/video/receive-file";
import { limitConnections } from "@/lib/http/limits/limit-connections";
import { newCaller, request } from "../../setup/api/api";
import { listen } from "../../setup/servers/listen";
import { askForUpload } from "../../setup/video/uploads";

const SOCKETS = 300;
const LARGE_OF_A_NETWORK = 6;
/** Maximum lifetime of a socket whose body never arrives. */
const HELD_MS_MAX = 15_000;

type Held = { socket: Socket; status: Promise<number>; closed: Promise<number> };
const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

/** Sends a request's head and the first bytes of its body, then stops. */
function hold(path: string, options: { caller: string; method?: string; type?: string }): Held {
  const { hostname, port, host } = new URL(inject("baseUrl"));
  const { caller, method = "POST", type = "application/json" } = options;
  const socket = connect(Number(port), hostname);
  const startedAt = performance.now();
  open.add(socket);
  socket.on("error", () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${caller}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: 9000000\r\n\r\n{"base64Image":"`,
  );
  let text = "";
  const status = new Promise<number>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const found = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    socket.once("close", () => resolve(0));
  });
  const closed = new Promise<number>((resolve) => {
    socket.once("close", () => resolve(performance.now() - startedAt));
  });
  return { socket, status, closed };
}

const FORM = "multipart/form-data; boundary=x";
const countOf = (all: readonly number[], wanted: number) =>
  all.filter((one) => one === wanted).length;

/** The durations of another caller's upload and read. */
async function serveSomebodyElse(): Promise<number> {
  const startedAt = performance.now();
  const dryRun = await request("/api/v1/upload-metadata", {
    body: {
      name: "A",
      symbol: "A",
      description: "",
      imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
    },
  });
  expect(dryRun.status).toBe(200);
  const junk = await request("/api/v1/upload-image", { body: { base64Image: "AAAA" } });
  expect(junk.status).toBe(400);
  return performance.now() - startedAt;
}

/** The statuses of the requests that were answered, as they come in. */
function collect(all: readonly { status: Promise<number> }[]): readonly number[] {
  const answers: number[] = [];
  for (const { status } of all) status.then((one) => answers.push(one));
  return answers;
}

describe("a caller who sends bodies slowly", () => {
  it(`holds none of ${SOCKETS} sockets with an unknown upload URL`, async () => {
    const caller = newCaller();
    const path = `/api/v1/upload-video/${"a".repeat(43)}`;
    const all = Array.from({ length: SOCKETS }, () => hold(path, { caller, type: FORM }));
    const tookMs = await serveSomebodyElse();
    const statuses = await Promise.all(all.map(({ status }) => status));
    expect(statuses.every((status) => [404, 429].includes(status))).toBe(true);
    expect(Math.max(...(await Promise.all(all.map(({ closed }) => closed))))).toBeLessThan(
      HELD_MS_MAX,
    );
    expect(tookMs).toBeLessThan(5_000);
  });

  it("holds three large bodies at a time; further ones are rejected unread, and others are served", async () => {
    const caller = newCaller();
    const all = Array.from({ length: 40 }, () => hold("/api/v1/upload-image", { caller }));
    const answers = collect(all);
    await serveSomebodyElse();
    // A fourth may wait, unread, for the caller's share.
    await expect.poll(() => answers.length, { timeout: 8_000 }).toBeGreaterThanOrEqual(36);
    expect(countOf(answers, 429)).toBeGreaterThanOrEqual(34);
  });

  it("shares the slots of its network", async () => {
    const callers = Array.from({ length: 60 }, (_, i) => `198.51.100.${i + 1}`);
    const all = callers.map((caller) => hold("/api/v1/upload-image", { caller }));
    const answers = collect(all);
    await serveSomebodyElse();
    // A quarter of all slots at most; their holders get no response for a minute.
    await expect
      .poll(() => all.length - answers.length, { timeout: 8_000 })
      .toBeLessThanOrEqual(LARGE_OF_A_NETWORK);
  });

  it.each([
    ["GET", "/v1/base-sepolia/tokens"],
    ["GET", "/ipfs/QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o"],
    ["POST", "/"],
    ["POST", "/docs"],
    ["POST", "/v1/nowhere"],
    ["PUT", "/api/v1/upload-image"],
    ["OPTIONS", "/api/v1/upload-image"],
  ])("is answered and disconnected after a %s of %s", async (method, path) => {
    const held = hold(path, { caller: newCaller(), method });
    expect(await held.status).toBeGreaterThanOrEqual(200);
    expect(await held.closed).toBeLessThan(HELD_MS_MAX);
  });

  it("holds four uploads at a time with its own upload URLs", async () => {
    const caller = newCaller();
    const targets = await Promise.all(Array.from({ length: 8 }, () => askForUpload()));
    const all = targets.map(({ path }) => hold(path, { caller, type: FORM }));
    const answers = collect(all);
    await serveSomebodyElse();
    await expect.poll(() => countOf(answers, 429), { timeout: 8_000 }).toBeGreaterThanOrEqual(4);
  });

  it("is disconnected when its own upload arrives byte by byte", async () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    let isOpen = true;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      async pull(controller) {
        // The attacker's send rate, which this test is about.
        await sleep(20);
        if (isOpen) controller.enqueue(Buffer.from("a"));
      },
      cancel() {
        isOpen = false;
      },
    });
    const received = receiveFile({
      contentType: FORM,
      body,
      async store(file) {
        let size = 0;
        for await (const chunk of file) size += chunk.byteLength;
        return size;
      },
      sizeBytesMax: 1_000_000,
      pace: { afterMs: 300, bytesPerSecond: 16 * 1024 },
    });
    await expect(received).rejects.toMatchObject({ code: "request_timeout" });
    expect(isOpen).toBe(false);
  });

  it("is limited to the connections per address, even when they are idle", async () => {
    const server = createServer();
    const count = limitConnections(server, { total: 40, perCaller: 5, exempt: [] });
    const { port } = await listen(server);
    const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => undefined);
    await expect.poll(() => sockets.filter((socket) => socket.closed).length).toBe(15);
    expect(count()).toBe(5);
    for (const socket of sockets) socket.destroy();
    await expect.poll(count).toBe(0);
    server.close();
  });
});
