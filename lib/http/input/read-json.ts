import { isAscii } from "node:buffer";
import { AppError } from "@/lib/shared/errors";
import { bodyMs } from "@/lib/shared/http/body-ms";
import { readBytes, StreamTooLongError } from "@/lib/support/read-bytes";
import type { WebRequest } from "../web-request";

/**
 * Maximum number of values in a body. Each one costs time in the parser, in the check of its text and in its
 * schema, so that megabytes of tiny values would block the event loop for seconds. The largest
 * request that an API takes, a batch of the node's, has some hundreds.
 */
const VALUES_MAX = 10_000;
/** One of them precedes each value but the first of a body. Base64 contains none. */
const MARKS = [",", "[", "{"];
/**
 * Maximum depth of arrays and objects. Code that walks through thousands of levels exceeds the
 * stack, such as `JSON.stringify`. Bodies of the APIs and of the job engine have fewer than ten.
 */
const DEPTH_MAX = 100;
const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] =
  Buffer.from('"\\,[]{}');

/** Time limit of an empty body; `bodyMs` adds to it. */
const BODY_MS_BASE = 10_000;

/**
 * Reads a JSON body of at most `bytesMax` bytes. Counts while reading, so a body without a length
 * cannot exceed the limit.
 * @throws AppError unsupported_media_type, payload_too_large, request_timeout, invalid_body
 */
export async function readJson(request: WebRequest, bytesMax: number): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "Content-Type must be application/json");
  }
  return parseJson(await readBody(request, bytesMax));
}

/**
 * Parses a JSON body that has been read.
 * @throws AppError invalid_body
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireSimpleJson(bytes);
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (cause) {
    throw new AppError("invalid_body", "The request body is not valid JSON", { cause });
  }
}

/**
 * Refuses JSON with too many values or levels before it is parsed.
 * @throws AppError invalid_body
 */
function requireSimpleJson(bytes: Uint8Array): void {
  const buffer = bufferOf(bytes);
  if (!hasManyMarks(buffer)) return;
  const { values, levels } = measure(buffer);
  if (values > VALUES_MAX)
    throw new AppError("invalid_body", `The request body has over ${VALUES_MAX} values`);
  if (levels > DEPTH_MAX)
    throw new AppError("invalid_body", `The request body has over ${DEPTH_MAX} levels`);
}

/** Whether a body has enough marks for too many values or levels. Large images do not need the slower `measure`. */
function hasManyMarks(buffer: Buffer): boolean {
  let count = 0;
  for (const mark of MARKS) {
    for (let at = buffer.indexOf(mark); at !== -1; at = buffer.indexOf(mark, at + 1)) {
      count += 1;
      if (count > DEPTH_MAX) return true;
    }
  }
  return false;
}

/**
 * Counts the marks of values, up to one above their limit, and the arrays and objects that are open at once.
 * Marks in texts do not count: a field that no schema reads may contain any text.
 */
function measure(buffer: Buffer): { values: number; levels: number } {
  let values = 0;
  let depth = 0;
  let levels = 0;
  let isText = false;
  for (let at = 0; at < buffer.length && values <= VALUES_MAX; at += 1) {
    const byte = buffer[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      levels = Math.max(levels, depth);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { values, levels };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** @throws TypeError for invalid UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  // Large base64 bodies are ASCII, which is read directly; decoding would block the event loop.
  if (isAscii(bytes)) return bufferOf(bytes).toString("latin1");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/**
 * Reads a body, counting while reading.
 * @throws AppError payload_too_large, request_timeout
 */
export async function readBody(request: WebRequest, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("payload_too_large", `The request body is over ${bytesMax} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge();
  const limitMs = BODY_MS_BASE + bodyMs(bytesMax);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new AppError("request_timeout", "The body was sent too slowly"));
    timer = setTimeout(tooSlow, limitMs);
  });
  const bytes = readBytes(request.body, bytesMax).catch((error: unknown) => {
    throw error instanceof StreamTooLongError ? tooLarge() : error;
  });
  // The rest of a slow body fails when its connection is closed.
  bytes.catch(() => undefined);
  return Promise.race([bytes, late]).finally(() => clearTimeout(timer));
}
