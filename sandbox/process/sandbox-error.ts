/** Something that the person at the terminal has to decide or repair; printed without a stack. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}

/** The `code` of a system error such as `ENOENT`, if it has one. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** A short text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
