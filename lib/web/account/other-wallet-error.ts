/** The browser's wallet is not the moderator's. */
export class OtherWalletError extends Error {
  override readonly name = "OtherWalletError";

  constructor() {
    super("The moderator is another wallet");
  }
}
