import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { childEnv } from "@/lib/env";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { freePort } from "@/sandbox/process/free-port";
import {
  type Installation,
  keyOf,
  startInstallation,
} from "../../ports/secrets/support/start-installation";

/** Someone starts the web server of an installation with a key of their own. */
let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await prepareRealm({ ctx: installation.node("a") });
});
afterAll(() => installation.stop());

/** `npm run start:web` with another key. */
async function startWeb(databaseUrl: string) {
  let output = "";
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: childEnv({
      NODE_ENV: "production",
      LOG_LEVEL: "info",
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      DATA_DIR: installation.dataDir("b"),
      DATABASE_URL: databaseUrl,
      SERVER_WALLET_PRIVATE_KEY: keyOf("1"),
      WALLET_SEED_KEY: keyOf("3"),
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      REDIS_URL: "redis://127.0.0.1:9",
    }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = once(child, "exit").then(([code]: unknown[]) => code);
  return { child, exited, output: () => output };
}

it("a web server with another key exits before it listens, and says what to do", async () => {
  const { exited, output } = await startWeb(installation.url);
  expect(await exited).toBe(1);
  expect(output()).toContain("Set WALLET_SEED_KEY to the key that the other nodes use");
  expect(output()).not.toContain('"msg":"listening"');
  expect(output()).not.toContain("33".repeat(8));
});

it("it exits as well when the database could not be reached at the start", async () => {
  let isUp = false;
  const { port } = new URL(installation.url);
  const proxy = createServer((socket) => {
    socket.on("error", () => undefined);
    if (!isUp) return void socket.destroy();
    const server = connect(Number(port), "127.0.0.1");
    server.on("error", () => undefined);
    socket.pipe(server).pipe(socket);
  });
  const url = new URL(installation.url);
  url.port = String(await freePort());
  await new Promise<void>((resolve) => proxy.listen(Number(url.port), "127.0.0.1", resolve));
  const { child, exited, output } = await startWeb(url.href);
  try {
    await expect.poll(output, { timeout: 60_000 }).toContain('"msg":"listening"');
    isUp = true;
    expect(await exited).toBe(1);
    expect(output()).toContain("Set WALLET_SEED_KEY to the key that the other nodes use");
  } finally {
    child.kill("SIGKILL");
    proxy.close();
  }
});
