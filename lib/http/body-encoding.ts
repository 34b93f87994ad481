import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ENCODINGS = ["br", "gzip"] as const;
export type BodyEncoding = (typeof ENCODINGS)[number];

/** Below this a compressed body is hardly smaller, or larger. */
export const COMPRESSED_FROM_BYTES = 1_024;
const REMEMBERED_MAX = 100;
const remembered = new Map<string, BodyEncoding | null>();

/** The encoding that a caller prefers of those we speak; null for none. */
export function chooseEncoding(acceptEncoding: string | undefined): BodyEncoding | null {
  if (acceptEncoding === undefined || acceptEncoding === "") return null;
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = choose(acceptEncoding);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  if (acceptEncoding.length <= 200) remembered.set(acceptEncoding, chosen);
  return chosen;
}

function choose(acceptEncoding: string): BodyEncoding | null {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const wanted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0);
  return wanted.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? null;
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Small answers that live for seconds: quality 4 is near gzip's time and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses outside of the main thread. */
export function encodeBody(body: Buffer, encoding: BodyEncoding): Promise<Buffer> {
  return encoding === "br" ? compress.br(body, BROTLI) : compress.gzip(body);
}
