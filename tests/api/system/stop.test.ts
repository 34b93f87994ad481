import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webEnvironment } from "@/bench/support/start-web";
import { startTestDatabase } from "../../setup/database/postgres";
import { listen } from "../../setup/servers/listen";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let dataDir: string;
beforeAll(async () => {
  database = await startTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "slipway-stop-"));
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it("a taken port ends the process with a message and exit code 1", async () => {
  const taken = createServer();
  const { port } = await listen(taken);
  const child = spawn(process.execPath, ["dist/server.mjs"], {
    env: webEnvironment({
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: "redis://127.0.0.1:9",
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, "close");
  taken.close();
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining(`port ${port} is taken: set PORT to another one`),
  });
});
