import { randomFillSync } from "node:crypto";

const BYTES = 16;
const TEXT_LENGTH = 36;
const BATCH = 256;
/** Offset of each byte's two digits in the text; dashes are in between. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;
const HEX = Buffer.from("0123456789abcdef", "latin1");

/**
 * Creates random UUIDs (version 4) in batches. Node joins each of its own from 20 parts, which are
 * flattened again when the header is validated and sent.
 */
export function createRequestIds(): () => string {
  const random = Buffer.alloc(BATCH * BYTES);
  // The dashes are written once; a batch replaces the digits.
  const ascii = Buffer.alloc(BATCH * TEXT_LENGTH, "-", "latin1");
  let batch = "";
  let next = BATCH;

  function refill(): void {
    randomFillSync(random);
    for (let id = 0; id < BATCH; id += 1) {
      const from = id * BYTES;
      // RFC 9562: the version is in the upper bits of byte 6, the variant in those of byte 8.
      random[from + 6] = ((random[from + 6] ?? 0) & 0x0f) | 0x40;
      random[from + 8] = ((random[from + 8] ?? 0) & 0x3f) | 0x80;
      for (let i = 0; i < BYTES; i += 1) {
        const byte = random[from + i] ?? 0;
        const at = id * TEXT_LENGTH + (PLACES[i] ?? 0);
        ascii[at] = HEX[byte >> 4] ?? 0;
        ascii[at + 1] = HEX[byte & 15] ?? 0;
      }
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
