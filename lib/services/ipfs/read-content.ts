import type { ServiceContext } from "../../context";
import { isCid } from "../../domain/cid";
import { sniffContentType } from "../../domain/content-type";
import { AppError } from "../../domain/errors";

const CONTENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * A stored file with the type that its bytes show.
 * @throws AppError invalid_parameters, not_found
 */
export async function readContent({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { cid: string };
}): Promise<{ bytes: Uint8Array; type: string }> {
  if (!isCid(input.cid)) throw new AppError("invalid_parameters", "Not a valid CID");
  const bytes = await ctx.ipfs.read(input.cid, CONTENT_BYTES_MAX);
  if (bytes === null) throw new AppError("not_found", "This content is not stored here");
  return { bytes, type: sniffContentType(bytes) };
}
