import { AppError } from "@/lib/shared/errors";

/**
 * Maps IPFS errors to API errors.
 * @throws AppError dependency_unavailable if a provider or gateway does not respond correctly
 */
export async function withIpfsErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Compared by name, because the class belongs to the driver.
    if (!(cause instanceof Error) || cause.name !== "IpfsUnavailableError") throw cause;
    const text = "IPFS does not respond. Try again later.";
    throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
  }
}
