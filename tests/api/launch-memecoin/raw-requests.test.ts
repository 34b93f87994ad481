import { createConnection } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";
const BODY = JSON.stringify(launchBody());

/**
 * Writes a raw request, then the output of `drip` every 200 ms until the server responds.
 * @returns the answer's status and its text, headers included
 */
function send(
  headers: string[],
  body: string,
  drip?: string,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(inject("baseUrl"));
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = createConnection({ host: hostname, port: Number(port) });
    const timer = setInterval(() => {
      if (drip !== undefined && socket.writable) socket.write(drip);
    }, 200);
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      if (Number.isNaN(status)) reject(new Error(`No answer: ${text}`));
      else resolve({ status, text });
    });
    const lines = [`POST ${PATH} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers];
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}

const usual = (caller = newCaller()) => [
  `X-Forwarded-For: ${caller}`,
  "Content-Type: application/json",
  `Content-Length: ${Buffer.byteLength(BODY)}`,
];

describe("POST launch-memecoin: requests that no HTTP client library sends", () => {
  it("returns 408 for a body that arrives too slowly", async () => {
    const headers = usual().with(2, "Content-Length: 60000");
    const { status, text } = await send(headers, '{"name":"', "x");
    expect(status).toBe(408);
    expect(text).toContain('"code":"request_timeout"');
  }, 45_000);

  it("takes null as an absent field, also for those with a default", async () => {
    const fields = { ...launchBody(), creatorFeeSplit: null, dryRun: null };
    const { status, body } = await request(PATH, { body: fields });
    expect({ status, body }).toMatchObject({ status: 200, body: { jobId: expect.any(String) } });
  });

  it("returns 400 for two idempotency keys", async () => {
    const headers = [...usual(), "Idempotency-Key: one", "Idempotency-Key: two"];
    const { status, text } = await send(headers, BODY);
    expect(status).toBe(400);
    expect(text).toContain('"code":"invalid_idempotency_key"');
  });

  it.each([
    ["two lengths", [...usual(), "Content-Length: 5"]],
    ["a length and chunks", [...usual(), "Transfer-Encoding: chunked"]],
  ])("returns 400 for %s", async (_what, headers) => {
    expect((await send(headers, BODY)).status).toBe(400);
  });

  it("returns 415 for the second of two content types", async () => {
    const headers = usual().with(1, "Content-Type: text/plain");
    const { status } = await send([...headers, "Content-Type: application/json"], BODY);
    expect(status).toBe(415);
  });

  it("counts the address that the proxy appended, in any X-Forwarded-For header line", async () => {
    const caller = newCaller();
    const disguised = () => [`X-Forwarded-For: ${newCaller()}`, ...usual(caller)];
    expect((await send(usual(caller), BODY)).status).toBe(200);
    expect((await send(disguised(), BODY)).status).toBe(200);
    expect((await send(disguised(), BODY)).status).toBe(429);
  });
});
