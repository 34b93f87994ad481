import { AppError } from "@/lib/shared/errors";

/**
 * Work with IPFS, its errors in the words of the interfaces.
 * @throws AppError dependency_unavailable when a provider or gateway does not answer as it should
 */
export async function withIpfsErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Told apart by name: the class is the driver's.
    if (!(cause instanceof Error) || cause.name !== "IpfsUnavailableError") throw cause;
    const text = "IPFS does not respond. Try again later.";
    throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
  }
}
