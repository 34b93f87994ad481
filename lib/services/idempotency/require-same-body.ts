import type { KeyRecord } from "../../db/idempotency/create-idempotency-store";
import { AppError } from "../../domain/errors";

/**
 * A key belongs to the body that it first came with.
 * @throws AppError idempotency_key_reused
 */
export function requireSameBody(record: KeyRecord, fingerprint: string): void {
  if (record.fingerprint === fingerprint) return;
  throw new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another request body",
  );
}
