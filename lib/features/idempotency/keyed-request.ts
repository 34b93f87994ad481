import { createHash } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { IDEMPOTENCY_KEY_PATTERN } from "@/lib/shared/idempotency-key";
import type { KeyClaim, KeyRecord } from "./store/create-idempotency-store";

/**
 * The claim of a request with an `Idempotency-Key`: scoped to operation and chain, bound to the
 * body. Null without a key.
 * @throws AppError invalid_idempotency_key
 */
export function claimOf(input: {
  operation: string;
  chain: ChainSlug;
  key: string | null;
  request: object;
}): KeyClaim | null {
  const { operation, chain, key, request } = input;
  if (key === null) return null;
  if (!IDEMPOTENCY_KEY_PATTERN.test(key)) {
    throw new AppError(
      "invalid_idempotency_key",
      "Idempotency-Key must be 1 to 255 visible ASCII characters",
    );
  }
  return { operation, chain, key, fingerprint: fingerprintOf(request) };
}

/**
 * The earlier claim of the key; null for a new key.
 * @throws AppError idempotency_key_reused
 */
export async function findClaimed(
  ctx: Pick<ServiceContext, "idempotency">,
  claim: KeyClaim,
): Promise<KeyRecord | null> {
  const found = await ctx.idempotency.find(claim);
  return found === null ? null : requireSameBody(found, claim);
}

/**
 * A key is bound to the body of its first request.
 * @throws AppError idempotency_key_reused
 */
export function requireSameBody(record: KeyRecord, { fingerprint }: KeyClaim): KeyRecord {
  if (record.fingerprint === fingerprint) return record;
  throw new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another request body",
  );
}

/**
 * Hash of the parsed request: independent of the order of fields, the spelling of numbers and
 * ignored fields.
 */
function fingerprintOf(request: object): string {
  return createHash("sha256").update(JSON.stringify(request, sorted)).digest("hex");
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
