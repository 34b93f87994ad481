import pg from "pg";
import { INDEXER_SIGNAL_CHANNEL } from "@/lib/features/market/store/channels";

/** Classes of the advisory locks; the second key is the chain id. Any numbers, the same for everyone. */
const LOCKS = { follow: 7_301_991, reindex: 7_301_992 } as const;

/** A session of its own: the lock lives exactly as long as it does. */
export type Leadership = {
  /** Whether this session is the one that may index the chain. */
  tryLead(): Promise<boolean>;
  /** Ends when the session is lost or closed: whoever led, leads no longer. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/**
 * Opens the session in which a process stands for leading a chain and hears nudges about it.
 * @throws when the database cannot be reached
 */
export async function openLeadership(options: {
  databaseUrl: string;
  chainId: number;
  slug: string;
  /** What the lock is for: following the chain, or rebuilding its rows beside the live ones. */
  task?: keyof typeof LOCKS;
  onNudge: () => void;
}): Promise<Leadership> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: `slipway indexer ${options.slug}`,
  });
  client.on("error", (error) => lost.abort(error));
  client.on("end", () => lost.abort());
  client.on("notification", ({ payload }) => {
    if (!payload || payload === options.slug) options.onNudge();
  });
  await client.connect();
  await client.query(`listen ${INDEXER_SIGNAL_CHANNEL}`);
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
