/** Invalid usage, explained by the message. No request was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
