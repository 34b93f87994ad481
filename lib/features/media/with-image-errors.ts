import { AppError } from "@/lib/shared/errors";

/**
 * Maps errors of image processing to API errors.
 * @throws AppError invalid_image, dependency_unavailable if too many images are being processed
 */
export async function withImageErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    // Compared by name, because the classes belong to the driver.
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
