import { and, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { lockNumber } from "@/lib/drivers/db/locks/advisory-locks";
import { backups, nodes } from "./tables";

/** A running process that stores files. */
export type StorageNode = { id: string; role: string; host: string; place: string };
export type LiveNode = StorageNode & { startedAt: Date; seenAt: Date };

/** Registered processes. Times are those of the database. */
export function createNodeRegistry(db: Database) {
  return {
    /**
     * Registers a node or renews its registration, unless a live node with other files conflicts.
     * For a new node, any such node conflicts; for a registered one, only nodes that started
     * earlier. A node is live for 15 seconds after its last heartbeat.
     * @param hasSameFiles whether another node stores files in the same place
     * @returns the conflicting nodes
     */
    beat: (
      node: StorageNode,
      hasSameFiles: (other: LiveNode) => Promise<boolean>,
    ): Promise<LiveNode[]> =>
      db.transaction(async (tx) => {
        // Of two new nodes, one sees the other.
        await lockNumber(tx, "nodes");
        await tx.delete(nodes).where(lt(nodes.seenAt, sql`clock_timestamp() - interval '1 hour'`));
        const [own] = await tx.select().from(nodes).where(eq(nodes.id, node.id));
        const isLive = gt(nodes.seenAt, sql`clock_timestamp() - interval '15 seconds'`);
        const isEarlier = own && lt(nodes.startedAt, own.startedAt);
        const others = await tx
          .select()
          .from(nodes)
          .where(and(ne(nodes.id, node.id), isLive, isEarlier));
        const separate: LiveNode[] = [];
        for (const other of others) if (!(await hasSameFiles(other))) separate.push(other);
        if (separate.length > 0) return separate;
        const times = { startedAt: sql`clock_timestamp()`, seenAt: sql`clock_timestamp()` };
        await tx
          .insert(nodes)
          .values({ ...node, ...times })
          .onConflictDoUpdate({ target: nodes.id, set: { seenAt: times.seenAt } });
        return [];
      }),
    /** Time of the newest backup by `npm run backup`; null if there was none. */
    async lastBackupAt(): Promise<Date | null> {
      const [row] = await db.select({ takenAt: backups.takenAt }).from(backups);
      return row?.takenAt ?? null;
    },
    async remove(id: string): Promise<void> {
      await db.delete(nodes).where(eq(nodes.id, id));
    },
  };
}

export type NodeRegistry = ReturnType<typeof createNodeRegistry>;
