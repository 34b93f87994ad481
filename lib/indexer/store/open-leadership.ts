import pg from "pg";
import { LOST_CLIENT, LOST_SERVER, setSettings } from "@/lib/drivers/db/create-database";
import { INDEXER_SIGNAL_CHANNEL } from "@/lib/features/market/store/channels";

/** First keys of the advisory locks; the second key is the chain id. Arbitrary but permanent. */
const LOCKS = { follow: 7_301_991, reindex: 7_301_992 } as const;

const CONNECT_MS_MAX = 5_000;

/** A dedicated database session; the advisory lock is released when it ends. */
export type Leadership = {
  /** Tries to acquire the lock. @returns whether this session is the leader */
  tryLead(): Promise<boolean>;
  /** Aborts when the session is lost or closed, which ends the leadership. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/**
 * Opens the session in which a process competes for leadership of a chain and receives notifications.
 * @throws when the database cannot be reached, or the session cannot be set up; none stays open then
 */
export async function openLeadership(options: {
  databaseUrl: string;
  chainId: number;
  slug: string;
  /** The task that the lock protects: following the chain, or building a new dataset. */
  task?: keyof typeof LOCKS;
  onNotification: () => void;
}): Promise<Leadership> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    ...LOST_SERVER,
    application_name: `slipway indexer ${options.slug}`,
  });
  client.on("error", (error) => lost.abort(error));
  client.on("end", () => lost.abort());
  client.on("notification", ({ payload }) => {
    if (!payload || payload === options.slug) options.onNotification();
  });
  await client.connect();
  try {
    // Otherwise no other indexer could lead for hours after the machine of this one was lost.
    await setSettings(client, LOST_CLIENT, CONNECT_MS_MAX);
    await client.query(`listen ${INDEXER_SIGNAL_CHANNEL}`);
  } catch (error) {
    // The caller has no handle to close it, and opens another one.
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    lost: lost.signal,
    async tryLead() {
      const { rows } = await client.query<{ leads: boolean }>(
        "select pg_try_advisory_lock($1, $2) as leads",
        [LOCKS[options.task ?? "follow"], options.chainId],
      );
      return rows[0]?.leads === true;
    },
    async close() {
      lost.abort();
      await client.end();
    },
  };
}
