import { sql } from "drizzle-orm";
import type { Address, Hash } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realm } from "@/lib/shared/realm";
import { PENDING_KINDS } from "../rules/kinds";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { addDeliveries, hasReceivingWebhooks, joinWebhooks } from "./add-deliveries";

/** A launch after a change of its state. */
export type LaunchChange = {
  id: string;
  state: "waiting" | "active" | "completed" | "failed";
  realm: Realm;
  chain: ChainSlug;
  token: Address;
  creator: Address;
  name: string;
  symbol: string;
  transactionHash: Hash | null;
  error: string | null;
};

/**
 * Stores deliveries of a launch's new state, in the transaction of the change. They omit the job
 * id, which gives access to the creator's input.
 */
export async function addLaunchDelivery(
  tx: Executor,
  launch: LaunchChange,
  at: Date,
): Promise<void> {
  const { id, state, realm, chain, token, creator, name, symbol } = launch;
  if (!(await hasReceivingWebhooks(tx, realm))) return;
  const kind = `launch.${state}`;
  const bytes = (text: string) => sql`${Buffer.from(text.slice(2), "hex")}::bytea`;
  const data = {
    chain,
    state,
    tokenAddress: { $address: token },
    creator: { $address: creator },
    name,
    symbol,
    transactionHash: launch.transactionHash,
    error: launch.error,
  };
  const isPending = PENDING_KINDS.some((one) => one === kind);
  const rows = sql`
    select w.id as webhook_id, ${kind} || '/' || ${id}::text as event_key, ${kind}::text as kind,
      ${chain} || '/' || ${token.slice(2).toLowerCase()}::text as lane, null::int as chain_id,
      null::bigint as block, ${JSON.stringify(data)}::jsonb as data
    from (select 1) as one ${joinWebhooks(realm, { token: bytes(token), creator: bytes(creator) })}
    where ${kind} = any(w.kinds)
      and (w.chains = '{}' or ${chain} = any(w.chains))
      and (not ${isPending}::boolean or f.role <> ${SUBJECT_ROLE.everything})`;
  await addDeliveries(tx, rows, { at });
}
