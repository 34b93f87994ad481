import { sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { spellingsOf } from "@/lib/shared/cid";
import type { Realm } from "@/lib/shared/realm";
import { SUBJECT_ROLE } from "../rules/subject-role";
import { addDeliveries, hasReceivingWebhooks, joinWebhooks, stored } from "./add-deliveries";

/**
 * Stores deliveries of the decision about an image, for each listed token that has it, in the
 * transaction of the decision; a token may name it by another CID. Those of a hidden token are for
 * webhooks that name it or its creator.
 */
export async function addModerationDeliveries(
  tx: Executor,
  { realm, cid, state }: { realm: Realm; cid: string; state: "approved" | "refused" | "failed" },
  at: Date,
): Promise<void> {
  if (!(await hasReceivingWebhooks(tx, realm))) return;
  const chains = sql.join(
    CHAIN_SLUGS.map((slug) => sql`(${CHAINS[slug].chainId}::int, ${slug}::text)`),
    sql`, `,
  );
  const rows = sql`
    select w.id as webhook_id, 'moderation.decided' as kind, null::int as chain_id,
      null::bigint as block,
      'moderation.decided/' || c.slug || '/' || encode(t.address, 'hex') || '/' || ${cid}::text
        || '/' || ${at.getTime()}::text as event_key,
      c.slug || '/' || encode(t.address, 'hex') as lane,
      jsonb_build_object('chain', c.slug, 'tokenAddress', ${stored.address(sql`t.address`)},
        'image', t.image, 'decision', ${state}::text) as data
    from market.tokens as t
    join market.datasets as d on d.id = t.dataset_id and d.state = 'live'
    join (values ${chains}) as c(chain_id, slug) on c.chain_id = d.chain_id
    ${joinWebhooks(realm, { token: sql`t.address`, creator: sql`t.creator` })}
    where t.image = any(${sql.param(spellingsOf(cid))}::text[]) and 'moderation.decided' = any(w.kinds)
      and (w.chains = '{}' or c.slug = any(w.chains))
      and (f.role <> ${SUBJECT_ROLE.everything} or not exists (select from moderation.tokens as h
        where h.chain_id = d.chain_id and h.address = t.address and h.state = 'hidden'))
    order by t.created_block, t.created_log_index`;
  await addDeliveries(tx, rows, { at });
}
