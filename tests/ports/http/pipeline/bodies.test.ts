import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { plain } from "@/lib/http/plain-endpoint";
import { readBytes } from "@/lib/support/read-bytes";
import { startPipeline } from "../../support/open-pipeline";

const PATH = "/received";
const ADDRESSES = 16;
const EACH = 32;

it("aborts bodies that do not arrive when all slots are in use, so that others are served", async () => {
  const endpoint = plain({
    id: "received",
    path: PATH,
    methods: ["POST"],
    isCounted: false,
    isSigned: true,
    body: { bytesMax: 1_000 },
    answer: async ({ request }) => ({
      status: 200,
      headers: [],
      body: await readBytes(request.body, 1_000),
    }),
  });
  const variables = { TRUSTED_PROXY_HOPS: "1" };
  const server = await startPipeline({ endpoints: [endpoint], variables });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.stop();
  });
  let aborted = 0;
  for (let n = 0; n < ADDRESSES * EACH; n += 1) {
    const socket = connect(server.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (data.toString().includes(" 408 ")) aborted += 1;
    });
    const address = `${20 + (n % ADDRESSES)}.1.1.1`;
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost:${server.port}\r\nX-Forwarded-For: ${address}\r\nContent-Length: 100\r\n\r\n`,
    );
  }
  const send = async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const options = { method: "POST", headers, body: "all of it" };
    const response = await fetch(`${server.baseUrl}${PATH}`, options);
    return `${response.status} ${await response.text()}`;
  };
  // Once all slots are in use and the bodies are late enough.
  const untilAborted = async () => {
    await send();
    return aborted;
  };
  await expect.poll(untilAborted, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await send()).toBe("200 all of it");
});
