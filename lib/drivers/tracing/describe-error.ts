import { AppError } from "@/lib/shared/errors";

const NAME = /^\w{1,64}$/;

/**
 * The kind of an error: the code of an AppError, the name of others, or the code of the system. Never
 * the message, which may quote what a user sent or the URL of a node with its key.
 */
export function describeError(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return NAME.test(code) ? code : "Error";
}
