import type { ContentState } from "../schema/media";

/** Which content `/ipfs/` may serve. CIDs may come in any spelling. */
export type ContentStore = {
  isApproved(cid: string): Promise<boolean>;
  /** Whether this process has seen it approved, which is for good. Asks nobody. */
  isKnownApproved(cid: string): boolean;
  /** Notes content that was uploaded here, after the moderation. */
  approve(cid: string): Promise<void>;
  /** Has a picture looked at that somebody named; again after a day when it could not be fetched. */
  request(cid: string): Promise<void>;
  /**
   * Takes the next one that is due, those that were tried least first, for nobody else until `until`.
   * @param isNew only what was not tried before
   * @returns null when there is none
   */
  claim(until: Date, isNew?: boolean): Promise<{ cid: string; attempts: number } | null>;
  /** Ends the work on a claimed one. @param reason for the operator */
  finish(
    cid: string,
    state: Exclude<ContentState, "pending">,
    reason: string | null,
  ): Promise<void>;
  /** Gives a claimed one back until `at`. */
  retry(cid: string, at: Date, reason: string): Promise<void>;
};
