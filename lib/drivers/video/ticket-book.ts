/** What the embedded driver needs of the tickets behind its upload URLs; see `lib/features/video/store`. */
export type TicketBook = {
  issue(ticket: {
    uid: string;
    sizeBytesMax: number;
    tokenHash: string;
    expiresAt: Date;
  }): Promise<void>;
  /**
   * Holds a ticket for one upload until `until`, or says why not. Atomic: of two uploads at once one
   * gets it. A claim that is not renewed runs out, so that a crash does not burn the ticket.
   */
  claim(
    tokenHash: string,
    claimId: string,
    until: Date,
  ): Promise<{ uid: string; sizeBytesMax: number } | ClaimRefusal>;
  /** False when the claim was lost meanwhile. */
  renew(claimId: string, until: Date): Promise<boolean>;
  /** Uses the ticket up; false when the claim was lost meanwhile. */
  use(claimId: string): Promise<boolean>;
  /** Gives the ticket back after an upload that failed. */
  release(claimId: string): Promise<void>;
  /** `claimId` is that of the upload that used it. */
  find(uid: string): Promise<{ isUsed: boolean; claimId: string | null; expiresAt: Date } | null>;
};
export type ClaimRefusal = "unknown" | "used" | "expired" | "busy";
