import { isCid } from "@/lib/shared/cid";

/** The CID that a text is, or that follows `ipfs://` or `/ipfs/` in it; null for other text. */
export function cidIn(text: string): string | null {
  const [cid = ""] = text.replace(/^(ipfs:\/\/|.*\/ipfs\/)/i, "").split(/[/?#]/);
  return isCid(cid) ? cid : null;
}
