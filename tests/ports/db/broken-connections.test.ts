import { createServer, connect as openSocket, type Server } from "node:net";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { listen } from "@/lib/drivers/db/listen";
import { openLeadership } from "@/lib/indexer/store/open-leadership";
import { toAppError } from "@/lib/shared/errors";
import { startTestDatabase } from "../../setup/database/postgres";
import { listen as listenOnPort } from "../../setup/servers/listen";

let stopPostgres: () => Promise<unknown>;
let proxy: Server;
let url: string;
/** The bytes of all clients. */
let sent = "";
/** Cuts each connection on which a transaction begins. */
let isCutting = false;
/** Makes PostgreSQL reject the statement that sets up a session. */
let isRejecting = false;

beforeAll(async () => {
  const postgres = await startTestDatabase();
  stopPostgres = () => postgres.stop();
  const target = new URL(postgres.url);
  const { port, hostname } = target;
  proxy = createServer((client) => {
    const server = openSocket(Number(port), hostname);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.on("data", (bytes) => {
      sent += bytes.toString("latin1");
      if (isCutting && bytes.includes("begin")) client.destroy();
      else server.write(isRejecting ? withoutSettings(bytes) : bytes);
    });
    server.on("data", (bytes) => client.write(bytes));
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  });
  target.port = String((await listenOnPort(proxy)).port);
  url = target.toString();
});
afterAll(async () => {
  proxy.close();
  await stopPostgres();
});

/** The length stays, because messages contain it. */
const withoutSettings = (bytes: Buffer) =>
  Buffer.from(bytes.toString("latin1").replaceAll("set_config", "set_nothin"), "latin1");

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

it("lets PostgreSQL end a session of a pool soon after its client was lost", async () => {
  const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
  const { rows } = await db.$client.query(
    `select name, setting from pg_settings
    where name ~ '^tcp_' or name = 'idle_in_transaction_session_timeout' order by name`,
  );
  expect(rows).toEqual([
    { name: "idle_in_transaction_session_timeout", setting: "300000" },
    { name: "tcp_keepalives_count", setting: "3" },
    { name: "tcp_keepalives_idle", setting: "10" },
    { name: "tcp_keepalives_interval", setting: "5" },
    { name: "tcp_user_timeout", setting: "25000" },
  ]);
  await db.$client.end();
});

const PROBES = /set_config.*tcp_keepalives_idle.*10.*tcp_user_timeout.*25000/s;

it("also a session that leads the indexers or listens", async () => {
  sent = "";
  const leadership = await openLeadership({
    databaseUrl: url,
    chainId: 1,
    slug: "base",
    onNotification: () => undefined,
  });
  expect(await leadership.tryLead()).toBe(true);
  expect(sent).toMatch(PROBES);
  await leadership.close();
  sent = "";
  const stopping = new AbortController();
  await new Promise<void>((resolve) => {
    void listen(url, "a channel", () => resolve(), stopping.signal);
  });
  expect(sent).toMatch(PROBES);
  stopping.abort();
});

it("closes the session of an indexer that cannot be set up", async () => {
  isRejecting = true;
  const opened = openLeadership({
    databaseUrl: url,
    chainId: 1,
    slug: "rejected",
    onNotification: () => undefined,
  });
  await expect(opened).rejects.toThrow("set_nothin");
  isRejecting = false;
  const db = createDatabase({ url, connectionsMax: 1, onError: () => undefined });
  await expect
    .poll(async () => {
      const { rows } = await db.$client.query(
        "select 1 from pg_stat_activity where application_name = 'slipway indexer rejected'",
      );
      return rows.length;
    })
    .toBe(0);
  await db.$client.end();
});

it.each([
  ["a role that the database does not have", { username: "nobody" }],
  ["a database that does not exist", { pathname: "/nothing" }],
])("is unavailable, as while it is down: %s", async (_, part) => {
  const refused = Object.assign(new URL(url), part).toString();
  const db = createDatabase({ url: refused, connectionsMax: 1, onError: () => undefined });
  const error = await db.execute(sql`select 1`).catch(toAppError);
  expect(error).toMatchObject({ code: "dependency_unavailable", retryAfterSeconds: 5 });
  await db.$client.end();
});

it.each([
  ["rejects the password", "28P01", true],
  ["was dropped", "57P04", true],
  ["is behind a pooler that rejects a setting", "08P01", true],
  ["has no memory left", "53200", true],
  ["has reached a limit of its configuration", "53400", true],
  ["cannot read its disk", "58030", true],
  ["canceled a statement that took too long", "57014", false],
  ["rejects a duplicate", "23505", false],
  ["does not know a table", "42P01", false],
])("is unavailable or fails, as its code says: the database %s", (_, code, isUnavailable) => {
  const cause = Object.assign(new pg.DatabaseError("refused", 1, "error"), { code });
  const error = toAppError(new Error("Failed query", { cause }));
  expect(error.code).toBe(isUnavailable ? "dependency_unavailable" : "internal_error");
});

it("stops listening when it is stopped while its connection is set up", async () => {
  const stop = new AbortController();
  // It calls back when it starts to listen, before it waits.
  await listen(url, "unused", () => stop.abort(), stop.signal);
});
