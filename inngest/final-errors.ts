import { NonRetriableError } from "inngest";
import { CallRevertedError } from "@/lib/drivers/chain/launch-chain";
import { AppError } from "@/lib/shared/errors";

/** Runs a step and tells the engine which errors no retry will mend. */
export async function orFinal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof CallRevertedError || (error instanceof AppError && !error.retryable)) {
      throw new NonRetriableError(error.message, { cause: error });
    }
    throw error;
  }
}
