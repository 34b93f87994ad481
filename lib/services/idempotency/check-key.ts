import { AppError } from "../../domain/errors";

/**
 * The value of an `Idempotency-Key` header, or null without one.
 * @throws AppError invalid_idempotency_key
 */
export function checkIdempotencyKey(key: string | null): string | null {
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError(
    "invalid_idempotency_key",
    "Idempotency-Key must be 1 to 255 visible ASCII characters",
  );
}
