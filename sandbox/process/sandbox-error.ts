/** A problem that the user at the terminal must fix; printed without a stack. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  /** Whether another attempt would fail in the same way. */
  readonly isFinal: boolean;

  constructor(message: string, options: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = options.isFinal ?? false;
  }
}

/** The `code` of a system error such as `ENOENT`, or null. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
