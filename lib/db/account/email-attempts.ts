/** Sign-ins by email that wait for their code or link. All secrets arrive as hashes. */
export type EmailAttempts = {
  /** @param attempt.id hash of what the browser that asked has in its cookie */
  start(attempt: {
    id: string;
    email: string;
    codeHash: string;
    linkHash: string;
    expiresAt: Date;
  }): Promise<void>;
  /** Spends the link of an address, once. False when there is none, or no longer. */
  spendLink(linkHash: string, email: string): Promise<boolean>;
  /** Counts a guess, if the attempt has one left; null when it has none or is over. */
  countGuess(id: string): Promise<{ email: string; codeHash: string } | null>;
  /** Spends the attempt with its code, once. False when somebody was faster. */
  spendCode(id: string): Promise<boolean>;
};
