/** The command line is wrong; its text says how. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
