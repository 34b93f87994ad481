/**
 * The upload tickets that the embedded driver needs; implemented by `lib/features/video/store`.
 */
export type TicketStore = {
  issue(ticket: {
    uid: string;
    sizeBytesMax: number;
    tokenHash: string;
    expiresAt: Date;
  }): Promise<void>;
  /**
   * Claims a ticket for one upload until `until`, or returns why not. Atomic: only one of two
   * concurrent uploads gets it. A claim that is not renewed expires, so a crash does not use up the
   * ticket.
   */
  claim(
    tokenHash: string,
    claimId: string,
    until: Date,
  ): Promise<{ uid: string; sizeBytesMax: number } | ClaimRefusal>;
  /** False when the claim has been lost. */
  renew(claimId: string, until: Date): Promise<boolean>;
  /** Uses up the ticket and stores the facts of its file; false when the claim has been lost. */
  use(claimId: string, file: { sizeBytes: number; fileDigest: string }): Promise<boolean>;
  /** Releases the ticket after a failed upload. */
  release(claimId: string): Promise<void>;
  /**
   * `claimId` belongs to the upload that used the ticket, `encodingId` to the encoding that is
   * moderated and published.
   */
  find(uid: string): Promise<{
    isUsed: boolean;
    claimId: string | null;
    encodingId: string | null;
    expiresAt: Date;
  } | null>;
  /**
   * Chooses a complete encoding; the first one wins, so moderation sees what is published.
   * @returns the chosen one
   */
  chooseEncoding(uid: string, encodingId: string): Promise<string>;
};
export type ClaimRefusal = "unknown" | "used" | "expired" | "busy";
