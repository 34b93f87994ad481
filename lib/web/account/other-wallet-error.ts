/** The browser's wallet uses another account than the one that the page showed, or that must sign. */
export class OtherWalletError extends Error {
  override readonly name = "OtherWalletError";

  /**
   * @param current the account that the wallet uses
   * @param wanted the account that must sign
   */
  constructor(current: string, wanted: string) {
    super(`The wallet uses ${current}, not ${wanted}`);
  }
}
