import { and, asc, desc, eq, gte, ne, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Realm } from "@/lib/shared/realm";
import {
  DENSE_MINUTES,
  KEPT_MINUTES,
  type Sample,
  type SampleValues,
  SPARSE_STEP_MINUTES,
} from "../rules/samples";
import { samples } from "./tables";

/** One sample per minute, from any server. */
export function createSampleStore(db: Database, realm: Realm) {
  const isOwn = eq(samples.realm, realm);
  /** Minutes that are only claimed have no values. */
  const isMeasured = ne(samples.values, {});
  return {
    /** @returns whether this server measures the minute; another one does otherwise */
    async claim(minute: number): Promise<boolean> {
      const claimed = await db
        .insert(samples)
        .values({ realm, minute, values: {} })
        .onConflictDoNothing()
        .returning({ minute: samples.minute });
      return claimed.length > 0;
    },
    async store({ minute, values }: Sample): Promise<void> {
      await db
        .update(samples)
        .set({ values })
        .where(and(isOwn, eq(samples.minute, minute)));
    },
    /** Removes old samples, and of those older than an hour all but the first of ten minutes. */
    async thin(minute: number): Promise<void> {
      await db.execute(sql`
        delete from ${samples} as s
        where s.realm = ${realm} and (
          s.minute < ${minute - KEPT_MINUTES}
          or s.minute < ${minute - DENSE_MINUTES} and exists (
            select from ${samples} as o
            where o.realm = s.realm and o.minute < s.minute
            and o.minute >= s.minute - s.minute % ${SPARSE_STEP_MINUTES}
            and o.values <> '{}'))`);
    },
    /** The samples since a minute, in order. */
    since: (minute: number): Promise<Sample[]> =>
      db
        .select({ minute: samples.minute, values: samples.values })
        .from(samples)
        .where(and(isOwn, isMeasured, gte(samples.minute, minute)))
        .orderBy(asc(samples.minute)),
    async newest(): Promise<{ minute: number; values: SampleValues } | null> {
      const [found] = await db
        .select({ minute: samples.minute, values: samples.values })
        .from(samples)
        .where(and(isOwn, isMeasured))
        .orderBy(desc(samples.minute))
        .limit(1);
      return found ?? null;
    },
  };
}

export type SampleStore = ReturnType<typeof createSampleStore>;
