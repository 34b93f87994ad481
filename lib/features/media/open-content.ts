import type { ServiceContext } from "@/lib/context";
import type { IpfsFile } from "@/lib/drivers/ipfs/ipfs";
import { contentRemoved } from "@/lib/features/moderation/require-allowed";
import { AppError } from "@/lib/shared/errors";
import { mayBeJson, SNIFF_BYTES, sniffContentType } from "@/lib/shared/text/content-type";
import { collectBytes } from "@/lib/support/read-bytes";
import { type Count, requireKnown } from "./require-known";
import { withIpfsErrors } from "./with-ipfs-errors";

/** How long a block that the provider did not have is not requested again, in seconds. */
const MISSING_SECONDS = 60;
/** Maximum size of served content, wherever it is stored. */
const CONTENT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Opens known content, with the media type detected from its bytes.
 * @param input.path a percent-encoded CID; paths below a directory are not served
 * @throws AppError as `requireKnown`, and payload_too_large, dependency_unavailable
 */
export async function openContent({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs" | "content" | "decisions">;
  input: { path: string; count: Count };
}): Promise<{ file: IpfsFile; type: string }> {
  const [cid = "", ...below] = decodePath(input.path).split("/");
  await requireKnown({ ctx, input: { cid, count: input.count } });
  if (below.length > 0) throw new AppError("not_found", "This content is not stored here");
  return withIpfsErrors(async () => {
    const file = await ctx.ipfs.open(cid);
    // Approved, so the provider may have it soon: a new upload reaches its gateway with a delay.
    if (file === null) {
      const text = "The IPFS provider does not have this content now";
      throw new AppError("not_found", text, { retryAfterSeconds: MISSING_SECONDS });
    }
    if (file.sizeBytes > CONTENT_BYTES_MAX) {
      throw new AppError("payload_too_large", `This content is over ${CONTENT_BYTES_MAX} bytes`);
    }
    return { file, type: await sniff(file) };
  });
}

/**
 * Rejects a removed image, also for a caller who only checks whether its copy is current.
 * @throws AppError content_removed
 */
export async function requireNotRemoved({
  ctx,
  input: { path },
}: {
  ctx: Pick<ServiceContext, "decisions">;
  input: { path: string };
}): Promise<void> {
  await ctx.decisions.ready();
  const [cid = ""] = decodePath(path).split("/");
  if (ctx.decisions.isRemoved(cid)) throw contentRemoved();
}

/** Malformed encoding becomes "", which is not a CID. */
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
  return collectBytes(file.read({ start: 0, length: Math.min(length, file.sizeBytes) }));
}
