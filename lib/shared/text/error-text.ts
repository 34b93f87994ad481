/** A short text of any thrown value. A host with several addresses fails with an error for each, and no message of its own. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") {
    return error.errors.map(errorText).join(", ");
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
