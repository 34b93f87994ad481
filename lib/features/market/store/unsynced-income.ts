import { type SQL, sql } from "drizzle-orm";
import { encodeManagerKind } from "@/lib/features/managers/rules/manager-kind";
import { managerTokens } from "./tables/manager-tables";
import { tokens } from "./tables/tables";

/** The kind of revenue managers, as tables store it. */
export const REVENUE = encodeManagerKind("revenue");

/**
 * A query of the tokens whose income a manager has not shared yet: `token`, `payee`,
 * `protocol_recipient`, and wei: `waiting_wei` in total, `payee_wei` of the payee, and `rest_wei` of the
 * protocol recipient or of the recipients with shares.
 * @param of expressions of the surrounding statement; `kind` and `bps` are the manager's terms
 */
export function unsyncedIncome(of: { datasetId: SQL; manager: SQL; kind: SQL; bps: SQL }): SQL {
  return sql`
    select mt.token, mt.payee, mt.protocol_recipient, i.waiting_wei,
      case when ${of.kind} = ${REVENUE} then i.waiting_wei - i.part_wei else i.part_wei end
        as payee_wei,
      case when ${of.kind} = ${REVENUE} then i.part_wei else i.waiting_wei - i.part_wei end
        as rest_wei
    from ${managerTokens} as mt
    join ${tokens} as t on t.dataset_id = mt.dataset_id and t.address = mt.token
    cross join lateral (
      select t.earned_wei - mt.seen_wei as waiting_wei,
        div((t.earned_wei - mt.seen_wei) * case when mt.is_dropped then 10000 else ${of.bps} end,
          10000) as part_wei
    ) as i
    where mt.dataset_id = ${of.datasetId} and mt.manager = ${of.manager}
      and t.earned_wei > mt.seen_wei`;
}
