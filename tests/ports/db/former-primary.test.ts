import { createServer } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { listen } from "@/lib/drivers/db/listen";
import { openLeadership } from "@/lib/indexer/store/open-leadership";
import { startTestDatabase } from "../../setup/database/postgres";
import { startFreezingProxy } from "../../setup/servers/freezing-proxy";
import { listen as listenOnPort } from "../../setup/servers/listen";

const LIMITS = { answerMsMax: 5_000, checkEveryMs: 20 };
const WAIT = { timeout: 20_000, interval: 20 };

/** Sessions that last as long as their server: after a failover it may be the former primary. */
let url: string;
let admin: pg.Client;
let stopPostgres: () => Promise<unknown>;
beforeAll(async () => {
  const postgres = await startTestDatabase();
  url = postgres.url;
  stopPostgres = () => postgres.stop();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterEach(() => accept("off"));
afterAll(async () => {
  await admin.end();
  await stopPostgres();
});

/** Makes the server refuse changes, also of the sessions that exist. */
async function accept(readOnly: "on" | "off"): Promise<void> {
  await admin.query(`alter system set default_transaction_read_only = ${readOnly}`);
  await admin.query("select pg_reload_conf()");
}

function startListening(databaseUrl: string, limits = LIMITS) {
  const received: string[] = [];
  const stop = new AbortController();
  const callback = (payload: string) => {
    received.push(payload);
  };
  const stopped = listen(databaseUrl, "a channel", callback, stop.signal, limits);
  onTestFinished(() => {
    stop.abort();
    return stopped;
  });
  return received;
}

const lead = () =>
  openLeadership({
    databaseUrl: url,
    chainId: 1,
    slug: "base",
    onNotification: () => undefined,
    limits: LIMITS,
  });

describe("a server that accepts no changes any more", () => {
  it("is left by a listener, which connects again", async () => {
    const received = startListening(url);
    await vi.waitFor(() => expect(received).toEqual([""]), WAIT);
    await accept("on");
    const listeners =
      "select from pg_stat_activity where query like 'listen \"a channel\"%' or query = 'show transaction_read_only'";
    await vi.waitFor(async () => expect((await admin.query(listeners)).rowCount).toBe(0), WAIT);
    expect(received).toEqual([""]);
    await accept("off");
    await vi.waitFor(() => expect(received).toEqual(["", ""]), WAIT);
    await admin.query(`notify "a channel", 'news'`);
    await vi.waitFor(() => expect(received).toEqual(["", "", "news"]), WAIT);
  });

  it("has no leader of the indexers", async () => {
    const leadership = await lead();
    expect(await leadership.tryLead()).toBe(true);
    expect(leadership.lost.aborted).toBe(false);
    await accept("on");
    await vi.waitFor(() => expect(leadership.lost.aborted).toBe(true), WAIT);
    await leadership.close();
    await expect(lead()).rejects.toThrow("accepts no changes");
  });
});

it("connects again when a host accepts the connection and never answers", async () => {
  let connections = 0;
  const silent = createServer(() => {
    connections += 1;
  });
  const { port } = await listenOnPort(silent);
  onTestFinished(() => {
    silent.close();
  });
  startListening(`postgres://somebody@127.0.0.1:${port}/any`, { ...LIMITS, answerMsMax: 50 });
  await vi.waitFor(() => expect(connections).toBeGreaterThan(1), WAIT);
});

it("does not block a process that competes for leadership when it hangs", async () => {
  const proxy = await startFreezingProxy(url);
  onTestFinished(() => proxy.stop());
  const leadership = await openLeadership({
    databaseUrl: proxy.url,
    chainId: 2,
    slug: "base",
    onNotification: () => undefined,
    limits: { answerMsMax: 2_000, checkEveryMs: 60_000 },
  });
  proxy.freeze();
  await expect(leadership.tryLead()).rejects.toThrow("timeout");
  await leadership.close();
});
