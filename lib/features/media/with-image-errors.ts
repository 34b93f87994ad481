import { AppError } from "@/lib/shared/errors";

/**
 * Work on an image, its errors in the words of the interfaces.
 * @throws AppError invalid_image, dependency_unavailable when too many are at work
 */
export async function withImageErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    // Told apart by name: the classes are the driver's.
    const name = cause instanceof Error ? cause.name : "";
    if (cause instanceof Error && name === "ImageRefusedError") {
      throw new AppError("invalid_image", cause.message, { cause });
    }
    if (name === "ImagesBusyError") {
      const text = "Too many images are being processed. Nothing was stored. Try again later.";
      throw new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
    }
    throw cause;
  });
}
