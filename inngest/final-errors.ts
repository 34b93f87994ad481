import { NonRetriableError } from "inngest";
import { CallRevertedError } from "@/lib/drivers/chain/launch-chain";
import { AppError } from "@/lib/shared/errors";

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
