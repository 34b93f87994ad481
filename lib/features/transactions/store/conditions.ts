import { inArray, type SQL, sql } from "drizzle-orm";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { transactions } from "./tables";

/** A literal condition, so that Postgres can use the partial indexes of open transactions. */
export const isOpen = sql`state in ('waiting', 'active')`;

/** Failed with an unknown outcome: it may still be mined. */
export const isUndecided = sql`state = 'failed' and may_have_succeeded`;

/** A launch that its wallet did not send in time; literal for the same reason. */
export const isUnsentLaunch = sql`kind = 'prepared_launch' and state = 'failed'`;

/** Whether a server of this realm accepted it, while the chain was in its current realm. */
export function ofRealms({ realm, realmOf }: Realms): SQL {
  const sandboxes = CHAIN_SLUGS.filter((chain) => realmOf(chain) === "sandbox");
  return sql`(${transactions.realm} = ${realm}
    and (${transactions.chainRealm} = 'sandbox') = (${inArray(transactions.chain, sandboxes)}))`;
}
