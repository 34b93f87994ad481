/** What came of a request to sign in: nothing yet, a signed message, or it is no longer there. */
export type FarcasterReply =
  | { state: "pending" | "expired" }
  | { state: "signed"; message: string; signature: string };

/** Carries a request to sign in to a person's Farcaster app, and its answer back. */
export type FarcasterRelay = {
  /**
   * Opens a channel for one sign-in. Answers the link that the app opens, and the secret that reads
   * the answer.
   * @param request.nonce what the signed message has to repeat
   * @throws AppError dependency_unavailable
   */
  open(request: {
    domain: string;
    siweUri: string;
    nonce: string;
  }): Promise<{ url: string; token: string }>;
  /**
   * The channel's answer. A signed message is handed out once; then the channel is gone.
   * @throws AppError dependency_unavailable
   */
  read(token: string): Promise<FarcasterReply>;
};
