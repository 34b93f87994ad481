import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip"] as const;
export type BodyEncoding = (typeof ENCODINGS)[number];

/** Smaller bodies hardly shrink, or grow. */
export const COMPRESSED_FROM_BYTES = 1_024;
/** Browsers send few distinct values, and each one costs microseconds to parse. */
const remembered = new LRUCache<string, BodyEncoding | "identity">({ max: 100 });
const HEADER_LENGTH_MAX = 200;

/** The supported encoding that a caller prefers, or null. Ties go to the smaller result. */
export function chooseEncoding(acceptEncoding: string | undefined): BodyEncoding | null {
  if (acceptEncoding === undefined || acceptEncoding === "") return null;
  if (acceptEncoding.length > HEADER_LENGTH_MAX) return null;
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known === "identity" ? null : known;
  const chosen = choose(acceptEncoding);
  remembered.set(acceptEncoding, chosen ?? "identity");
  return chosen;
}

/** `preferred` is newer than this library's types. */
type Negotiation = {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
};

function choose(acceptEncoding: string): BodyEncoding | null {
  const headers = { "accept-encoding": acceptEncoding };
  const negotiation: Negotiation = new Negotiator({ headers });
  const [wanted] = negotiation.encodings(ENCODINGS, { preferred: ENCODINGS });
  return ENCODINGS.find((encoding) => encoding === wanted) ?? null;
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** For small, short-lived responses: quality 4 takes about as long as gzip and is smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** For files that are compressed once: a sixth smaller than gzip, at about a millisecond a kilobyte. */
const LASTING_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Compresses outside the main thread.
 * @param isLasting whether many requests share the result for as long as the process runs
 */
export function encodeBody(
  body: Buffer,
  encoding: BodyEncoding,
  isLasting = false,
): Promise<Buffer> {
  if (encoding === "gzip") return compress.gzip(body);
  return compress.br(body, isLasting ? LASTING_BROTLI : BROTLI);
}
