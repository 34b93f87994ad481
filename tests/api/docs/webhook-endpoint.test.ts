import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { installCode, sampleCode } from "@/components/docs/samples/samples";
import { signatureHeaders } from "@/lib/drivers/webhooks/create-webhook-sender";
import { WEBHOOK_DOCS } from "@/lib/features/webhooks/docs";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { createDocsProject, type DocsProject } from "../../setup/docs-project";

/** The documented endpoint of a webhook, as a reader runs it. */

const { secret } = WEBHOOK_DOCS.createWebhook.examples.response;
const ENDLESS = 64 * 1024 * 1024;
const CHALLENGE = { type: "webhook.verify", data: { challenge: "Zürich 🚀" } };

let project: DocsProject;
let endpoint: ChildProcess;
let port: number;
beforeAll(async () => {
  const origin = inject("baseUrl");
  project = await createDocsProject(origin);
  await project.shell(installCode("webhookEndpoint", origin) ?? "");
  const name = "endpoint.mjs";
  await writeFile(
    join(project.folder, name),
    sampleCode("webhookEndpoint", origin, "base-sepolia"),
  );
  port = await freePort();
  endpoint = spawn(process.execPath, [name], {
    cwd: project.folder,
    env: {
      ...project.variables(),
      NODE_ENV: "production",
      WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isListening = async () => (await answerTo(CHALLENGE).catch(() => null)) !== null;
  expect(await waitUntil(isListening, { timeoutMs: 30_000, everyMs: 50 })).toBe(true);
});
afterAll(async () => {
  endpoint.kill();
  await project.remove();
});

function signed(event: object) {
  const body = JSON.stringify({ id: "msg_1", timestamp: new Date().toISOString(), ...event });
  return {
    body,
    headers: signatureHeaders({ id: "msg_1", body, secrets: [secret], at: new Date() }),
  };
}

async function answerTo(event: object, changes: Record<string, string> = {}) {
  const { body, headers } = signed(event);
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { ...headers, ...changes },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** Opens a connection and sends the head of a request. */
async function sendHead(lines: readonly string[]) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = ["POST / HTTP/1.1", "host: x", "connection: close", ...lines];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** A part of a body, which Node reads as a chunk of its own. */
const chunkOf = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

it("repeats the challenge, and refuses other signatures", async () => {
  expect(await answerTo(CHALLENGE)).toEqual({ status: 200, text: JSON.stringify(CHALLENGE.data) });
  const wrong = { "webhook-signature": `v1,${"A".repeat(43)}=` };
  expect((await answerTo(CHALLENGE, wrong)).status).toBe(401);
});

it("reads characters that arrive in two parts", async () => {
  const { body, headers } = signed(CHALLENGE);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = await sendHead([...lines, "transfer-encoding: chunked"]);
  const bytes = Buffer.from(body);
  const cut = bytes.indexOf(Buffer.from("🚀")) + 2;
  const parts = [bytes.subarray(0, cut), bytes.subarray(cut), Buffer.alloc(0)];
  socket.write(Buffer.concat(parts.map(chunkOf)));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it("survives a sender that hangs up in the middle of a body", async () => {
  const socket = await sendHead(["content-length: 1000"]);
  await new Promise((resolve) => socket.write("{", resolve));
  socket.destroy();
  await once(socket, "close");
  expect((await answerTo(CHALLENGE)).status).toBe(200);
  expect(endpoint.exitCode).toBeNull();
});

it("reads at most 64 KB", async () => {
  const socket = await sendHead(["transfer-encoding: chunked"]);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  // The endpoint closes the connection while this is written.
  socket.on("error", () => undefined);
  const block = chunkOf(Buffer.alloc(16 * 1024, "x"));
  let sent = 0;
  while (!socket.destroyed && sent < ENDLESS) {
    await new Promise((resolve) => socket.write(block, resolve));
    sent += block.length;
  }
  await closed;
  expect(sent).toBeLessThan(ENDLESS);
  expect((await answerTo(CHALLENGE)).status).toBe(200);
});
