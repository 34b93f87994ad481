import { and, desc, eq, lt } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { AuditEntry, Change } from "../rules/audit";
import { auditLog } from "./tables";

/** The author of a change, its action and the reason. */
export type Intent = Pick<AuditEntry, "admin" | "role" | "action" | "reason" | "requestId">;

export type AuditFilter = {
  /** Only entries before this id. */
  before?: number | undefined;
  action?: string | undefined;
  target?: string | undefined;
  admin?: `0x${string}` | undefined;
  limit: number;
};

/** The append-only log of the console's changes. */
export function createAuditLog(db: Database, now: () => Date) {
  async function insert(tx: Executor, intent: Intent, made: Change): Promise<AuditEntry> {
    const [entry] = await tx
      .insert(auditLog)
      .values({ ...intent, ...made, at: now() })
      .returning();
    if (entry === undefined) throw new Error("The audit log returned no row");
    return entry;
  }
  return {
    /**
     * Makes a change and records it in one database transaction: either both are stored or none.
     * @throws what `change` throws
     */
    record: (intent: Intent, change: (tx: Executor) => Promise<Change>): Promise<AuditEntry> =>
      db.transaction(async (tx) => insert(tx, intent, await change(tx))),
    /**
     * The same for a change of the launchpad itself.
     * @param change returns null if it has changed nothing
     */
    recordOwn: (
      intent: Pick<Intent, "action" | "reason">,
      change: (tx: Executor) => Promise<Change | null>,
    ): Promise<AuditEntry | null> =>
      db.transaction(async (tx) => {
        const made = await change(tx);
        const own = { ...intent, admin: null, role: "system", requestId: "" } as const;
        return made === null ? null : insert(tx, own, made);
      }),
    /** The newest entries first. */
    list({ before, action, target, admin, limit }: AuditFilter): Promise<AuditEntry[]> {
      return db
        .select()
        .from(auditLog)
        .where(
          and(
            before === undefined ? undefined : lt(auditLog.id, before),
            action === undefined ? undefined : eq(auditLog.action, action),
            target === undefined ? undefined : eq(auditLog.target, target),
            admin === undefined ? undefined : eq(auditLog.admin, admin),
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(limit);
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
