import type { ServiceContext } from "@/lib/context";
import { openContent } from "./open-content";
import { readThumbnail } from "./read-thumbnail";
import type { Count } from "./require-known";

/**
 * Content of `/ipfs/`: a stored file, or with `?w=` a thumbnail.
 * @param input.path percent-encoded
 * @throws AppError as `openContent` and `readThumbnail`
 */
export async function serveIpfs({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "content" | "decisions" | "ipfs" | "images" | "thumbnails">;
  input: { path: string; width: string | null; count: Count };
}): Promise<{
  type: string;
  sizeBytes: number;
  read(range: { start: number; length: number }): AsyncIterable<Uint8Array>;
}> {
  const { path, width, count } = input;
  if (width === null) {
    const { file, type } = await openContent({ ctx, input: { path, count } });
    return { type, sizeBytes: file.sizeBytes, read: file.read };
  }
  const bytes = await readThumbnail({ ctx, input: { cid: path, width, count } });
  return {
    type: "image/webp",
    sizeBytes: bytes.byteLength,
    async *read({ start, length }) {
      yield bytes.subarray(start, start + length);
    },
  };
}
