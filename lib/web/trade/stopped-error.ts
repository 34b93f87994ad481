const REASONS = {
  no_response: "The wallet did not respond",
  maybe_sent: "The wallet did not respond to the request to send",
  permit_expired: "The wallet did not respond before the permit expired",
} as const;

/**
 * The wait for a wallet's response was ended, by the user or because the permit has expired. The
 * request may still be open in the wallet. `no_response`: nothing is known of a request to send.
 */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly code: keyof typeof REASONS;

  constructor(code: StoppedError["code"]) {
    super(REASONS[code]);
    this.code = code;
  }
}
