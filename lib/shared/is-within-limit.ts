import { toAppError } from "./errors";

/**
 * Counts a request. @returns false when the limit is used up
 * @throws AppError for errors other than `rate_limited`
 */
export async function isWithinLimit(limit: () => Promise<void>): Promise<boolean> {
  try {
    await limit();
    return true;
  } catch (error) {
    if (toAppError(error).code !== "rate_limited") throw error;
    return false;
  }
}
