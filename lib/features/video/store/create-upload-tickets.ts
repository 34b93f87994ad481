import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { TicketStore } from "@/lib/drivers/video/ticket-store";
import { uploadTickets, videos } from "@/lib/features/media/store/tables";

/** Upload tickets of the embedded driver, in Postgres. */
export type UploadTickets = TicketStore & {
  /** Removes tickets that expired before a time; their URLs become unknown. */
  removeBefore(expiredBefore: Date): Promise<void>;
};

export function createUploadTickets(db: Database, now: () => Date): UploadTickets {
  const held = (claimId: string) =>
    and(eq(uploadTickets.claimId, claimId), isNull(uploadTickets.usedAt));
  const change = async (claimId: string, set: Partial<typeof uploadTickets.$inferInsert>) => {
    const changed = await db
      .update(uploadTickets)
      .set(set)
      .where(held(claimId))
      .returning({ uid: uploadTickets.uid });
    return changed.length === 1;
  };
  return {
    async issue(ticket) {
      await db.insert(uploadTickets).values(ticket);
    },
    async claim(tokenHash, claimId, until) {
      const at = now();
      const [claimed] = await db
        .update(uploadTickets)
        .set({ claimId, claimedUntil: until })
        .where(
          and(
            eq(uploadTickets.tokenHash, tokenHash),
            isNull(uploadTickets.usedAt),
            gt(uploadTickets.expiresAt, at),
            or(isNull(uploadTickets.claimedUntil), lt(uploadTickets.claimedUntil, at)),
          ),
        )
        .returning({ uid: uploadTickets.uid, sizeBytesMax: uploadTickets.sizeBytesMax });
      if (claimed !== undefined) return claimed;
      const [ticket] = await db
        .select()
        .from(uploadTickets)
        .where(eq(uploadTickets.tokenHash, tokenHash));
      if (ticket === undefined) return "unknown";
      if (ticket.usedAt !== null) return "used";
      return ticket.expiresAt <= at ? "expired" : "busy";
    },
    renew: (claimId, until) => change(claimId, { claimedUntil: until }),
    // In one transaction: the sweep processes the file of a used ticket, and knows no more about it.
    use: (claimId, file) =>
      db.transaction(async (tx) => {
        const [used] = await tx
          .update(uploadTickets)
          .set({ usedAt: now() })
          .where(held(claimId))
          .returning({ uid: uploadTickets.uid });
        if (used === undefined) return false;
        await tx.update(videos).set(file).where(eq(videos.uid, used.uid));
        return true;
      }),
    async release(claimId) {
      await change(claimId, { claimId: null, claimedUntil: null });
    },
    async find(uid) {
      const [ticket] = await db.select().from(uploadTickets).where(eq(uploadTickets.uid, uid));
      if (ticket === undefined) return null;
      const { usedAt, claimId, encodingId, expiresAt } = ticket;
      return { isUsed: usedAt !== null, claimId, encodingId, expiresAt };
    },
    async chooseEncoding(uid, encodingId) {
      const [ticket] = await db
        .update(uploadTickets)
        .set({ encodingId: sql`coalesce(${uploadTickets.encodingId}, ${encodingId})` })
        .where(eq(uploadTickets.uid, uid))
        .returning({ chosen: uploadTickets.encodingId });
      if (ticket === undefined || ticket.chosen === null) {
        throw new Error(`The upload ticket of video ${uid} is gone`);
      }
      return ticket.chosen;
    },
    async removeBefore(expiredBefore) {
      await db.delete(uploadTickets).where(lt(uploadTickets.expiresAt, expiredBefore));
    },
  };
}
