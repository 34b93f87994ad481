import type { Client } from "pg";
import { USED_FOREVER } from "@/lib/features/media/rules/used-forever";

const LOST_ERROR =
  "The database was restored from a backup while this was waiting, so it may have been sent before. Check the wallet's balances before you repeat it.";

/**
 * Has the servers publish all uploads and metadata again, except what moderators removed: the IPFS node
 * may have been lost as well. In the client's transaction.
 */
export async function publishAgain(client: Client): Promise<void> {
  await client.query(
    `insert into media.content_changes (key, change, due_at)
     select key, 'publish', now() from (
       select key from media.assets where kind = 'content'
       union select substr(payload ->> 'tokenUri', length('ipfs://') + 1) from launch.transactions
         where (kind = 'launch' or kind = 'prepared_launch' and state <> 'failed')
         and payload ->> 'tokenUri' like 'ipfs://%'
     ) c
     where not exists (select 1 from moderation.pictures where cid = key)
       and not exists (select 1 from moderation.videos where thumbnail_cid = key)
     on conflict (key) do nothing`,
  );
}

export type Fenced = { epoch: number; failed: number; requeued: number };

/**
 * Makes a database safe to use after a restore by any tool. In the client's transaction.
 *
 * - A new epoch: the job engine still remembers the ids of the lost events.
 * - Sessions and pending sign-ins end: some were signed out or used after the backup.
 * - Withdrawals and trades without a signed transaction fail: they may have been sent after the backup,
 *   and would move the amount twice. Launches, managers, payouts and share changes continue, because
 *   the contracts accept each once; token drops and approvals, because they look at the chain first.
 * - Videos count as used: a launch after the backup may use them, and the token on the chain names them.
 * - Open transactions are due at the next sweep, because the engine lost their runs.
 */
export async function fenceRestored(client: Client): Promise<Fenced> {
  const { rows } = await client.query<{ epoch: number }>(
    "update launch.installation set epoch = epoch + 1 returning epoch",
  );
  await client.query("delete from account.sessions");
  await client.query("delete from account.link_requests");
  await client.query("delete from account.link_intents");
  await client.query("delete from account.email_attempts");
  await client.query("delete from admin.sessions");
  await client.query("delete from admin.nonces");
  // The destroyed servers do not count as other nodes.
  await client.query("delete from storage.nodes");
  await client.query("update media.assets set used_at = $1 where kind = 'video'", [USED_FOREVER]);
  const failed = await client.query(
    `update launch.transactions t set state = 'failed', error = $1, finished_at = now()
     where kind in ('withdrawal', 'trade') and state in ('waiting', 'active') and not exists (
       select 1 from launch.signed_transactions s where s.operation_id = t.id)`,
    [LOST_ERROR],
  );
  const open = await client.query(
    "update launch.transactions set touched_at = 'epoch' where state in ('waiting', 'active')",
  );
  return {
    epoch: rows[0]?.epoch ?? 0,
    failed: failed.rowCount ?? 0,
    requeued: open.rowCount ?? 0,
  };
}
