/** A transaction failed before it was sent, whatever its cause is. */
export class UnsentError extends Error {
  override readonly name = "UnsentError";

  constructor(cause: unknown) {
    super("The transaction was not sent", { cause });
  }
}
