import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { CreatorBlock } from "../rules/moderation";
import { blockedCreators } from "./tables";

/**
 * Finds the blocks of these creators, and those of the networks of an address.
 * @param networks further networks that are blocked
 */
export async function findBlocked(
  db: Database,
  candidates: readonly CreatorBlock[],
  address: string | null,
  networks: readonly string[],
): Promise<CreatorBlock[]> {
  const named = candidates.map(({ type, value }) =>
    and(eq(blockedCreators.type, type), eq(blockedCreators.value, value)),
  );
  const within =
    address === null
      ? []
      : [
          sql`${blockedCreators.type} = 'network' and ${address}::inet <<= ${blockedCreators.value}::inet`,
        ];
  const conditions = [...named, ...within];
  if (conditions.length === 0) return [];
  const found = await db
    .select({ type: blockedCreators.type, value: blockedCreators.value })
    .from(blockedCreators)
    .where(or(...conditions));
  if (address === null || networks.length === 0) return found;
  const { rows } = await db.execute<{ value: string }>(
    sql`select n.value from unnest(${sql.param([...networks])}::text[]) as n(value)
      where ${address}::inet <<= n.value::inet`,
  );
  return [...found, ...rows.map(({ value }) => ({ type: "network" as const, value }))];
}
