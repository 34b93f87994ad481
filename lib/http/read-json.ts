import { AppError } from "../domain/errors";

/**
 * Reads a JSON body of at most `bytesMax` bytes. Counts while it reads, so that a body without a
 * length cannot grow past the limit.
 * @throws AppError unsupported_media_type, payload_too_large, invalid_body
 */
export async function readJson(request: Request, bytesMax: number): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "Content-Type must be application/json");
  }
  const bytes = await readBytes(request, bytesMax);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_body", "The request body is not valid JSON", { cause });
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("payload_too_large", `The request body is over ${bytesMax} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const reader = request.body.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > bytesMax) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
