import { once } from "node:events";
import { createServer, connect as openSocket, type Server } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { startTestDatabase } from "../../setup/database/postgres";

let stopPostgres: () => Promise<unknown>;
let proxy: Server;
let url: string;
/** Cuts each connection on which a transaction begins. */
let isCutting = false;

beforeAll(async () => {
  const postgres = await startTestDatabase();
  stopPostgres = () => postgres.stop();
  const target = new URL(postgres.url);
  const { port, hostname } = target;
  proxy = createServer((client) => {
    const server = openSocket(Number(port), hostname);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.on("data", (bytes) => {
      if (isCutting && bytes.includes("begin")) client.destroy();
      else server.write(bytes);
    });
    server.on("data", (bytes) => client.write(bytes));
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  target.port = String(address.port);
  url = target.toString();
});
afterAll(async () => {
  proxy.close();
  await stopPostgres();
});

it("returns a connection to the pool when its transaction cannot begin", async () => {
  const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
  const answer = () =>
    db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows, {
      isolationLevel: "serializable",
    });
  isCutting = true;
  for (let time = 0; time < 3; time += 1) await expect(answer()).rejects.toThrow();
  isCutting = false;
  expect(await answer()).toEqual([{ one: 1 }]);
  await db.$client.end();
});
