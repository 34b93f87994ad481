import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ENTROPY_BYTES = 10;

/**
 * A ULID: 48 bits of time, 80 bits of entropy, 26 characters that sort by time.
 * @param timeMs Unix time in milliseconds
 * @param entropy 10 bytes
 */
export function ulid(timeMs: number, entropy: Uint8Array): string {
  let bits = BigInt(timeMs);
  for (const byte of entropy.subarray(0, ENTROPY_BYTES)) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let index = 0; index < 26; index++) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}

export function newId(nowMs: number = Date.now()): string {
  return ulid(nowMs, randomBytes(ENTROPY_BYTES));
}

/**
 * The id of event number `index` of one send. The SDK repeats the header when it retries a send, so
 * the retry produces the same ids. Source: header `x-inngest-event-id-seed`, `<ms>,<base64 of 10
 * bytes>`.
 * @returns null when the header is missing or malformed
 */
export function seededId(header: string | undefined, index: number): string | null {
  const match = /^(\d{1,15}),([A-Za-z0-9+/=_-]+)$/.exec(header ?? "");
  if (match === null) return null;
  const entropy = Buffer.from(match[2] ?? "", "base64");
  if (entropy.length !== ENTROPY_BYTES) return null;
  const last = ENTROPY_BYTES - 4;
  entropy.writeUInt32BE((entropy.readUInt32BE(last) ^ index) >>> 0, last);
  return ulid(Number(match[1]), entropy);
}
