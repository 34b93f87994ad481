import { openSession, type SessionLimits } from "@/lib/drivers/db/sessions/open-session";
import { INDEXER_SIGNAL_CHANNEL } from "@/lib/features/market/store/channels";

/** First keys of the advisory locks; the second key is the chain id. Arbitrary but permanent. */
const LOCKS = { follow: 7_301_991, reindex: 7_301_992 } as const;

/** A dedicated database session; the advisory lock is released when it ends. */
export type Leadership = {
  /**
   * Tries to acquire the lock. @returns whether this session is the leader
   * @throws also when the server does not respond in time
   */
  tryLead(): Promise<boolean>;
  /** Aborts when the session is lost or closed, or its server accepts no changes: the leadership ends. */
  lost: AbortSignal;
  close(): Promise<void>;
};

/**
 * Opens the session in which a process competes for leadership of a chain and receives notifications.
 * @throws as `openSession`
 */
export async function openLeadership(options: {
  databaseUrl: string;
  chainId: number;
  slug: string;
  /** The task that the lock protects: following the chain, or building a new dataset. */
  task?: keyof typeof LOCKS;
  onNotification: () => void;
  /** For tests. */
  limits?: SessionLimits;
}): Promise<Leadership> {
  const { query, lost, close } = await openSession({
    databaseUrl: options.databaseUrl,
    channel: INDEXER_SIGNAL_CHANNEL,
    applicationName: `slipway indexer ${options.slug}`,
    onNotification: (payload) => {
      if (payload === "" || payload === options.slug) options.onNotification();
    },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  return {
    lost,
    close,
    async tryLead() {
      const { rows } = await query<{ leads: boolean }>(
        "select pg_try_advisory_lock($1, $2) as leads",
        [LOCKS[options.task ?? "follow"], options.chainId],
      );
      return rows[0]?.leads === true;
    },
  };
}
