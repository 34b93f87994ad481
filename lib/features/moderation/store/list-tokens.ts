import { and, asc, desc, isNotNull, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { isOpenOn } from "./is-open-on";
import type { Target } from "./publish-change";
import { appeals, reports } from "./tables";

/** A token that open reports or appeals of a target were sent from; `count` of them are reports. */
export type ReportedToken = { chainId: number; address: Address; count: number };

const LISTED_MAX = 10;

/**
 * The tokens of the open reports and appeals of a target, the most reported first, then the first
 * reported: one more report does not displace the token at the top.
 */
export async function listTokens(
  db: Database,
  target: Target,
): Promise<{ tokens: ReportedToken[]; hasMore: boolean }> {
  const reported = await db
    .select({
      chainId: reports.chainId,
      address: reports.token,
      count: sql<number>`count(*)::int`,
    })
    .from(reports)
    .where(isOpenOn(reports, target))
    .groupBy(reports.chainId, reports.token)
    .orderBy(desc(sql`count(*)`), asc(sql`min(${reports.id})`))
    .limit(LISTED_MAX + 1);
  const appealed = await db
    .select({ chainId: appeals.chainId, address: appeals.token })
    .from(appeals)
    .where(and(isOpenOn(appeals, target), isNotNull(appeals.token)))
    .groupBy(appeals.chainId, appeals.token)
    .orderBy(asc(sql`min(${appeals.id})`))
    .limit(LISTED_MAX + 1);
  const others = appealed.flatMap(({ chainId, address }) => {
    if (chainId === null || address === null) return [];
    const isReported = reported.some((one) => one.chainId === chainId && one.address === address);
    return isReported ? [] : [{ chainId, address, count: 0 }];
  });
  const all = [...reported, ...others];
  return { tokens: all.slice(0, LISTED_MAX), hasMore: all.length > LISTED_MAX };
}
