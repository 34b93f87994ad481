import type { ServiceContext } from "@/lib/context";
import { DOCUMENT_BYTES_MAX } from "@/lib/schemas/token-document";
import { cidOfUri } from "@/lib/shared/cid";
import { videoMention } from "./schema/video";

/**
 * The uid of the video that a metadata document names; null without one, and if the document cannot be
 * read. It is untrusted: anyone can write one.
 * @param uri `ipfs://` and a CID
 */
export async function findMentionedVideo(
  ctx: Pick<ServiceContext, "ipfs" | "log">,
  uri: string,
): Promise<string | null> {
  const cid = cidOfUri(uri);
  if (cid === null) return null;
  try {
    const bytes = await ctx.ipfs.read(cid, DOCUMENT_BYTES_MAX);
    return bytes === null ? null : videoMention.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (err) {
    // Not JSON, too large, or not available on IPFS: the page shows no video.
    ctx.log.debug({ err, uri }, "could not read the token metadata");
    return null;
  }
}
