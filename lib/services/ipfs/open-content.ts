import type { ServiceContext } from "../../context";
import { isCid } from "../../domain/cid";
import { mayBeJson, SNIFF_BYTES, sniffContentType } from "../../domain/content-type";
import { AppError } from "../../domain/errors";
import type { IpfsFile } from "../../ipfs/ipfs";
import { withIpfsErrors } from "./with-ipfs-errors";

/** Nothing longer is served, wherever it is stored. */
const CONTENT_BYTES_MAX = 64 * 1024 * 1024;
const PATH_LENGTH_MAX = 1_000;

/**
 * A stored file with the type that its bytes show.
 * @param input.path a CID, or a file below a directory: `<cid>/a/b`, percent-encoded
 * @throws AppError invalid_parameters, not_found, payload_too_large, dependency_unavailable
 */
export async function openContent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs">;
  input: { path: string };
}): Promise<{ file: IpfsFile; type: string }> {
  const path = decodePath(input.path);
  const [cid = ""] = path.split("/");
  if (!isCid(cid) || path.length > PATH_LENGTH_MAX) {
    throw new AppError("invalid_parameters", "Not a valid CID");
  }
  return withIpfsErrors(async () => {
    const file = await ctx.ipfs.open(path);
    if (file === null) throw new AppError("not_found", "This content is not stored here");
    if (file.sizeBytes > CONTENT_BYTES_MAX) {
      throw new AppError("payload_too_large", `This content is over ${CONTENT_BYTES_MAX} bytes`);
    }
    return { file, type: await sniff(file) };
  });
}

/** What is no path becomes one that no CID is. */
function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}

async function sniff(file: IpfsFile): Promise<string> {
  const head = await readStart(file, SNIFF_BYTES.head);
  const isWhole = !mayBeJson(head) || file.sizeBytes > SNIFF_BYTES.json;
  return sniffContentType(isWhole ? head : await readStart(file, file.sizeBytes));
}

async function readStart(file: IpfsFile, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const range = { start: 0, length: Math.min(length, file.sizeBytes) };
  for await (const chunk of file.read(range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
