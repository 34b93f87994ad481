/** Thrown when a stream is longer than the limit. */
export class StreamTooLongError extends Error {
  override readonly name = "StreamTooLongError";
}

/**
 * All bytes of a stream of at most `bytesMax`. Counts while reading, so a stream without a declared
 * length cannot exceed the limit; the rest is never requested.
 * @throws StreamTooLongError, and what the stream throws
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Buffer> {
  if (stream === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  const reader = stream.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > bytesMax) {
      await reader.cancel();
      throw new StreamTooLongError(`The stream has more than ${bytesMax} bytes`);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** All bytes of a source whose length is limited already. */
export async function collectBytes(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The JSON of an untrusted body, or undefined when it is invalid: no schema accepts undefined. */
export function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  } catch {
    return undefined;
  }
}
