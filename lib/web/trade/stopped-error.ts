const REASONS = {
  maybe_sent: "The wallet did not respond",
  permit_expired: "The wallet did not respond before the permit expired",
} as const;

/**
 * The wait for a wallet's response was ended, by the user or because the permit has expired. The
 * request may still be open in the wallet.
 */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly code: keyof typeof REASONS;

  constructor(code: StoppedError["code"]) {
    super(REASONS[code]);
    this.code = code;
  }
}
