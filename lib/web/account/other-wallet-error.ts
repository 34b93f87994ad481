/** The moderator's wallet is not the one that this browser can sign with. */
export class OtherWalletError extends Error {
  override readonly name = "OtherWalletError";

  constructor() {
    super("The moderator is another wallet");
  }
}
