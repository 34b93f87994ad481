import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { AppError } from "@/lib/shared/errors";

const FIELD = "file";
/** Clients see a rejection only after they have sent the file, so this much more is read. */
const DRAINED_BYTES_MAX = 16 * 1024 * 1024;
const IDLE_MS = 30_000;
/** After 30 s an upload must average the speed of a bad mobile connection. */
const PACE = { afterMs: 30_000, bytesPerSecond: 16 * 1024 };

/**
 * Streams the `file` field of a multipart form to storage. A rejected upload is read to its end but
 * not stored, so that the client receives the response.
 * @param options.store stores the bytes of the file, unless reading them throws; returns their number
 * @returns bytes of the file
 * @throws AppError invalid_body, unsupported_media_type, payload_too_large, request_timeout
 */
export async function receiveFile(options: {
  contentType: string | null;
  body: ReadableStream<Uint8Array> | null;
  store: (file: AsyncIterable<Uint8Array>) => Promise<number>;
  sizeBytesMax: number;
  pace?: { afterMs: number; bytesPerSecond: number };
}): Promise<number> {
  const { contentType, body, store, sizeBytesMax, pace = PACE } = options;
  const form = openForm(contentType, sizeBytesMax);
  const file = storeFile(form, store, sizeBytesMax);
  const source = Readable.from(body === null ? [] : chunksOf(body, pace), {
    objectMode: false,
  });
  try {
    await pipeline(source, boundedBy(sizeBytesMax + DRAINED_BYTES_MAX), form);
  } catch (cause) {
    await file.settled();
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid_body", "The form is malformed or incomplete", { cause });
  }
  return file.result();
}

function openForm(contentType: string | null, sizeBytesMax: number) {
  if (!/^multipart\/form-data\b/i.test(contentType ?? "")) {
    throw new AppError("unsupported_media_type", "Content-Type must be multipart/form-data");
  }
  try {
    return busboy({
      headers: { "content-type": contentType ?? "" },
      // One byte over the limit distinguishes a file that is too large from one that just fits.
      limits: { fileSize: sizeBytesMax + 1, files: 1, fields: 20, fieldSize: 1024, parts: 30 },
    });
  } catch (cause) {
    throw new AppError("invalid_body", "The form has no boundary", { cause });
  }
}

function storeFile(
  form: ReturnType<typeof busboy>,
  store: (file: AsyncIterable<Uint8Array>) => Promise<number>,
  sizeBytesMax: number,
) {
  let written: Promise<number> | null = null;
  let refusal: AppError | null = null;
  form.on("file", (name, stream) => {
    if (name !== FIELD) {
      refusal ??= wrongFile(`Unexpected file field. Send the file as "${FIELD}".`);
      stream.resume();
      return;
    }
    // Discard the bytes that the store does not read; the form would not end otherwise.
    written = store(chunksOfFile(stream, sizeBytesMax)).finally(() => stream.resume());
    // Awaited when the form has ended; without this an earlier failure would end the process.
    written.catch(() => undefined);
  });
  form.on("filesLimit", () => {
    refusal ??= wrongFile("Send one file only.");
  });
  return {
    async result(): Promise<number> {
      if (refusal !== null) {
        await written?.catch(() => undefined);
        throw refusal;
      }
      if (written === null) throw wrongFile(`The form has no file in the field "${FIELD}".`);
      return written;
    },
    async settled(): Promise<void> {
      await written?.catch(() => undefined);
    },
  };
}

/** @throws AppError payload_too_large, invalid_body if the file is empty; after the last byte */
async function* chunksOfFile(
  stream: Readable & { truncated?: boolean },
  sizeBytesMax: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  // Destroying the file would leave the form waiting for a reader.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes: Uint8Array = chunk;
    size += bytes.byteLength;
    yield bytes;
  }
  if (stream.truncated) {
    throw new AppError("payload_too_large", `The file is over ${sizeBytesMax} bytes`);
  }
  if (size === 0) throw wrongFile("The file is empty.");
}

/** The refusal of a form, whose upload URL stays usable. */
export function wrongFile(message: string): AppError {
  return new AppError("invalid_body", message, { details: [{ path: FIELD, message }] });
}

function boundedBy(bytesMax: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > bytesMax) done(new AppError("payload_too_large"));
      else done(null, chunk);
    },
  });
}

async function* chunksOf(body: ReadableStream<Uint8Array>, pace: typeof PACE) {
  const reader = body.getReader();
  const startedAt = performance.now();
  let size = 0;
  try {
    for (;;) {
      const part = await orIdle(reader.read());
      if (part.done) return;
      size += part.value.byteLength;
      const tookMs = performance.now() - startedAt;
      if (tookMs > pace.afterMs && size < (tookMs / 1000) * pace.bytesPerSecond) {
        throw new AppError("request_timeout", "The file was sent too slowly");
      }
      yield part.value;
    }
  } finally {
    // An aborted request has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}

async function orIdle<T>(read: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<never>((_, reject) => {
    const text = `Nothing was sent for ${IDLE_MS / 1000} seconds`;
    timer = setTimeout(() => reject(new AppError("request_timeout", text)), IDLE_MS);
  });
  try {
    return await Promise.race([read, idle]);
  } finally {
    clearTimeout(timer);
  }
}
