import { randomFillSync } from "node:crypto";

const BYTES = 16;
const TEXT_LENGTH = 36;
const BATCH = 256;
const DASHES_BEFORE = new Set([4, 6, 8, 10]);
const HEX = Buffer.from("0123456789abcdef", "latin1");

/**
 * Creates random UUIDs (version 4) in batches. Node joins each of its own from 20 parts, which are
 * flattened again when the header is validated and sent.
 */
export function createRequestIds(): () => string {
  const random = Buffer.alloc(BATCH * BYTES);
  const ascii = Buffer.alloc(BATCH * TEXT_LENGTH);
  let batch = "";
  let next = BATCH;

  function refill(): void {
    randomFillSync(random);
    let at = 0;
    for (let i = 0; i < random.length; i += 1) {
      const place = i % BYTES;
      if (DASHES_BEFORE.has(place)) ascii[at++] = DASH;
      const byte = withVersion(random[i] ?? 0, place);
      ascii[at++] = HEX[byte >> 4] ?? 0;
      ascii[at++] = HEX[byte & 15] ?? 0;
    }
    batch = ascii.toString("latin1");
    next = 0;
  }

  return () => {
    if (next === BATCH) refill();
    const at = next * TEXT_LENGTH;
    next += 1;
    return batch.slice(at, at + TEXT_LENGTH);
  };
}

const DASH = "-".charCodeAt(0);

/** RFC 9562: the version is in the upper bits of byte 6, the variant in those of byte 8. */
function withVersion(byte: number, place: number): number {
  if (place === 6) return (byte & 0x0f) | 0x40;
  return place === 8 ? (byte & 0x3f) | 0x80 : byte;
}
