import { createHash } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import type { KeyClaim, KeyRecord } from "./store/create-idempotency-store";

/**
 * What a request with an `Idempotency-Key` claims: the key for this operation and chain, and for
 * this body. Null without a key.
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
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError(
      "invalid_idempotency_key",
      "Idempotency-Key must be 1 to 255 visible ASCII characters",
    );
  }
  return { operation, chain, key, fingerprint: fingerprintOf(request) };
}

/**
 * What the key was claimed for before; null for a new one.
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
 * A key belongs to the body that it first came with.
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
 * Equal for requests that ask for the same, whatever the order of their fields, the spelling of
 * numbers and the fields that are ignored: it is taken of the parsed request.
 */
function fingerprintOf(request: object): string {
  return createHash("sha256").update(JSON.stringify(request, sorted)).digest("hex");
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
