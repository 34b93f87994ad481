import { and, gt, lt, ne, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { nodes } from "./tables";

/** Advisory lock that serializes heartbeats, so that of two new nodes one sees the other. */
const NODES_LOCK = 5_107_224;

/** A running process that stores files. */
export type StorageNode = { id: string; role: string; host: string; place: string };
export type LiveNode = StorageNode & { startedAt: Date; seenAt: Date };

/** Registered processes. Times are those of the database. */
export function createNodeRegistry(db: Database) {
  return {
    /**
     * Registers a node, or renews its registration.
     * @returns its start time, and the other nodes with a heartbeat in the last 15 seconds
     */
    beat: (node: StorageNode): Promise<{ startedAt: Date; others: LiveNode[] }> =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${NODES_LOCK})`);
        await tx.delete(nodes).where(lt(nodes.seenAt, sql`clock_timestamp() - interval '1 hour'`));
        const times = { startedAt: sql`clock_timestamp()`, seenAt: sql`clock_timestamp()` };
        const [own] = await tx
          .insert(nodes)
          .values({ ...node, ...times })
          .onConflictDoUpdate({ target: nodes.id, set: { seenAt: sql`clock_timestamp()` } })
          .returning({ startedAt: nodes.startedAt });
        if (own === undefined) throw new Error("A node could not be registered");
        const isLive = gt(nodes.seenAt, sql`clock_timestamp() - interval '15 seconds'`);
        const others = await tx
          .select()
          .from(nodes)
          .where(and(ne(nodes.id, node.id), isLive));
        return { startedAt: own.startedAt, others };
      }),
    async remove(id: string): Promise<void> {
      await db.delete(nodes).where(sql`${nodes.id} = ${id}`);
    },
  };
}

export type NodeRegistry = ReturnType<typeof createNodeRegistry>;
