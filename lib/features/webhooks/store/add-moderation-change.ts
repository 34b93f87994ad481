import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/lib/drivers/db/create-database";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { contentDigest, isCid, spellingsOf } from "@/lib/shared/cid";
import type { Realm } from "@/lib/shared/realm";
import { addDeliveries, hasReceivingWebhooks, joinWebhooks, stored } from "./add-deliveries";

/**
 * Stores deliveries of a moderator's decision about a token, or about the image of listed tokens,
 * in the transaction of the decision and after its change. A hidden token gets none for its image:
 * it stays hidden.
 * @param change.key a token's `chainId:address`, or the CID of an image
 */
export async function addModerationChange(
  tx: Executor,
  change: { realm: Realm; kind: "token" | "picture"; key: string; eventId: number; at: Date },
): Promise<void> {
  if (!(await hasReceivingWebhooks(tx, change.realm))) return;
  const chains = sql.join(
    CHAIN_SLUGS.map((slug) => sql`(${CHAINS[slug].chainId}::int, ${slug}::text)`),
    sql`, `,
  );
  const removed = await findRemoval(tx, change);
  const rows = sql`
    select w.id as webhook_id, 'moderation.changed' as kind, null::int as chain_id,
      null::bigint as block,
      'moderation.changed/' || c.slug || '/' || encode(t.address, 'hex') || '/'
        || ${change.eventId}::text as event_key,
      c.slug || '/' || encode(t.address, 'hex') as lane,
      jsonb_build_object('chain', c.slug, 'tokenAddress', ${stored.address(sql`t.address`)},
        'moderation', case
          when m.state = 'hidden' or (m.state is not null and ${removed}::text is null)
            then jsonb_build_object('state', m.state, 'reason', m.reason)
          when ${removed}::text is not null
            then jsonb_build_object('state', 'picture_removed', 'reason', ${removed}::text)
          else 'null'::jsonb end) as data
    from market.tokens as t
    join market.datasets as d on d.id = t.dataset_id and d.state = 'live'
    join (values ${chains}) as c(chain_id, slug) on c.chain_id = d.chain_id
    left join moderation.tokens as m on m.chain_id = d.chain_id and m.address = t.address
    ${joinWebhooks(change.realm, { token: sql`t.address`, creator: sql`t.creator` })}
    where ${targetOf(change)} and 'moderation.changed' = any(w.kinds)
      and (w.chains = '{}' or c.slug = any(w.chains))
    order by t.created_block, t.created_log_index`;
  await addDeliveries(tx, rows, { at: change.at });
}

/** Why the image of the target was removed; null if it is not. */
async function findRemoval(
  tx: Executor,
  { kind, key }: { kind: "token" | "picture"; key: string },
): Promise<string | null> {
  const cid = kind === "picture" ? key : await findImage(tx, key);
  if (cid === null || !isCid(cid)) return null;
  const { rows } = await tx.execute(
    sql`select reason from moderation.pictures where digest = ${contentDigest(cid)}
      union all select reason from moderation.videos where thumbnail_digest = ${contentDigest(cid)}
      limit 1`,
  );
  return rows[0] === undefined ? null : String(rows[0].reason);
}

async function findImage(tx: Executor, key: string): Promise<string | null> {
  const { rows } = await tx.execute(sql`
    select t.image from market.tokens as t
    join market.datasets as d on d.id = t.dataset_id and d.state = 'live'
    where ${isToken(key)}`);
  return typeof rows[0]?.image === "string" ? rows[0].image : null;
}

/** The tokens `t` that a decision is about. */
function targetOf({ kind, key }: { kind: "token" | "picture"; key: string }): SQL {
  if (kind === "picture") {
    const cids = sql`${sql.param(spellingsOf(key))}::text[]`;
    return sql`t.image = any(${cids}) and m.state is distinct from 'hidden'`;
  }
  return isToken(key);
}

function isToken(key: string): SQL {
  const [chainId = "", address = ""] = key.split(":");
  const bytes = sql`${sql.param(Buffer.from(address.slice(2), "hex"))}::bytea`;
  return sql`d.chain_id = ${Number(chainId)} and t.address = ${bytes}`;
}
