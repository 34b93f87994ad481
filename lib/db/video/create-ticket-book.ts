import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../create-database";
import { uploadTickets } from "../schema/media";

export type Ticket = { uid: string; sizeBytesMax: number };
export type ClaimRefusal = "unknown" | "used" | "expired" | "busy";

/** Upload URLs: each takes one file. The secret itself is never stored, only its hash. */
export type TicketBook = {
  issue(ticket: Ticket & { tokenHash: string; expiresAt: Date }): Promise<void>;
  /**
   * Holds a ticket for one upload until `until`, or says why not. Atomic: of two uploads at once one
   * gets it. A claim that is not renewed runs out, so that a crash does not burn the ticket.
   */
  claim(tokenHash: string, claimId: string, until: Date): Promise<Ticket | ClaimRefusal>;
  /** False when the claim was lost meanwhile. */
  renew(claimId: string, until: Date): Promise<boolean>;
  /** Uses the ticket up; false when the claim was lost meanwhile. */
  use(claimId: string): Promise<boolean>;
  /** Gives the ticket back after an upload that failed. */
  release(claimId: string): Promise<void>;
  find(uid: string): Promise<{ isUsed: boolean; expiresAt: Date } | null>;
  listUids(): Promise<string[]>;
  remove(uid: string): Promise<void>;
  forgetBefore(expiredBefore: Date): Promise<void>;
};

export function createTicketBook(db: Database, now: () => Date): TicketBook {
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
    use: (claimId) => change(claimId, { usedAt: now() }),
    async release(claimId) {
      await change(claimId, { claimId: null, claimedUntil: null });
    },
    async find(uid) {
      const [ticket] = await db.select().from(uploadTickets).where(eq(uploadTickets.uid, uid));
      return ticket === undefined
        ? null
        : { isUsed: ticket.usedAt !== null, expiresAt: ticket.expiresAt };
    },
    async listUids() {
      const tickets = await db.select({ uid: uploadTickets.uid }).from(uploadTickets);
      return tickets.map(({ uid }) => uid);
    },
    async remove(uid) {
      await db.delete(uploadTickets).where(eq(uploadTickets.uid, uid));
    },
    async forgetBefore(expiredBefore) {
      await db.delete(uploadTickets).where(lt(uploadTickets.expiresAt, expiredBefore));
    },
  };
}
