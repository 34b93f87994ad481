import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import {
  createDatabase,
  createReadingDatabase,
  type Database,
} from "@/lib/drivers/db/create-database";
import { startTestDatabase } from "../../setup/database/postgres";
import { listen } from "../../setup/servers/listen";

const plan = z.array(z.object({ "QUERY PLAN": z.string() }));
/** Makes parallel plans cost nothing, as with a million tokens. */
const EAGER = ["parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"];

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let reading: Database;
beforeAll(async () => {
  database = await startTestDatabase();
  for (const name of EAGER) await database.db.execute(`alter database slipway set ${name} = 0`);
  await database.db.execute("create table numbers as select generate_series(1, 5000) as n");
  await database.db.execute("analyze numbers");
  reading = createReadingDatabase({
    url: database.url,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await reading.$client.end();
  await database.stop();
});

it("reads neither in parallel nor with compiled plans, which short queries wait for", async () => {
  const { rows } = await reading.$client.query("explain select * from numbers order by n limit 50");
  const lines = plan.parse(rows).map((row) => row["QUERY PLAN"]);
  expect(lines.join("\n")).toContain("Seq Scan on numbers");
  expect(lines.join("\n")).not.toMatch(/Gather|Parallel/);
  const { rows: settings } = await reading.$client.query("show jit");
  expect(settings).toEqual([{ jit: "off" }]);
});

/** The parameters of a connection that PgBouncer accepts without `ignore_startup_parameters`. */
const POOLED = new Set([
  "user",
  "database",
  "client_encoding",
  "datestyle",
  "timezone",
  "standard_conforming_strings",
  "application_name",
]);

/** Listens as PgBouncer in session mode does: it rejects other parameters of a connection. */
async function startPooler(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", (first: Buffer) => {
      const parts = first.subarray(8, first.readUInt32BE(0)).toString("utf8").split("\0");
      const unsupported = parts.find((name, i) => i % 2 === 0 && name !== "" && !POOLED.has(name));
      if (unsupported !== undefined) {
        const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${unsupported}\0\0`;
        const head = Buffer.alloc(5);
        head.write("E");
        head.writeUInt32BE(4 + text.length, 1);
        socket.end(Buffer.concat([head, Buffer.from(text)]));
        return;
      }
      const upstream = connect(Number(target.port), target.hostname);
      sockets.add(upstream.on("error", () => undefined));
      upstream.write(first);
      socket.pipe(upstream).pipe(socket);
    });
  });
  const { port } = await listen(server);
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it("connects through a pooler in session mode, with its settings on each connection", async () => {
  const pooler = await startPooler(new URL(database.url));
  const options = { url: pooler.url, connectionsMax: 2, onError: () => undefined };
  const pools = [createDatabase(options), createReadingDatabase(options)];
  const show = "select name, setting from pg_settings where name = any($1) order by name";
  const names = ["statement_timeout", "plan_cache_mode", "default_transaction_read_only"];
  try {
    const settings = await Promise.all(pools.map((pool) => pool.$client.query(show, [names])));
    expect(settings.map(({ rows }) => rows.map((row) => row.setting))).toEqual([
      ["off", "auto", "30000"],
      ["on", "force_generic_plan", "30000"],
    ]);
  } finally {
    await Promise.all(pools.map((pool) => pool.$client.end()));
    pooler.stop();
  }
});

it("uses the statement timeout of the URL instead of its own", async () => {
  const url = new URL(database.url);
  url.searchParams.set("statement_timeout", "1234");
  const pool = createDatabase({ url: url.href, connectionsMax: 1, onError: () => undefined });
  try {
    const { rows } = await pool.$client.query("show statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "1234ms" }]);
  } finally {
    await pool.$client.end();
  }
});
