import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCode } from "../process/sandbox-error";

/** Size and SHA-256 of a file; null when there is none. */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string } | null> {
  const meter = createMeter();
  try {
    await pipeline(createReadStream(path), meter.stream, async (chunks) => {
      for await (const _ of chunks);
    });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  return meter.read();
}

/** A stream that passes bytes on and computes their size and SHA-256. */
export function createMeter() {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest("hex") }) };
}
