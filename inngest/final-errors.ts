import { NonRetriableError } from "inngest";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import { AppError } from "@/lib/shared/errors";

/** Name of the errors that `markFinal` throws. */
const FINAL = "NonRetriableError";

/** Runs a step and marks errors that a retry cannot fix as final. */
export async function markFinal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CallRevertedError || (error instanceof AppError && !error.retryable)) {
      throw new NonRetriableError(error.message, { cause: error });
    }
    throw error;
  }
}

/** Whether `markFinal` marked an error. */
export function isFinal({ name }: Pick<Error, "name">): boolean {
  return name === FINAL;
}

/** Names of errors with a public text. */
const PUBLIC_NAMES: readonly string[] = ["AppError", "CallRevertedError", FINAL];

/**
 * The message of an error that everyone may read, or null: messages of nodes and of the database
 * contain URLs with keys, and data. The job engine keeps only the name and the message of an error.
 */
export function publicTextOf({ name, message }: Pick<Error, "name" | "message">): string | null {
  return PUBLIC_NAMES.includes(name) ? message : null;
}
