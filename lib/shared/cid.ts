import { base16, base16upper } from "multiformats/bases/base16";
import { base32, base32upper } from "multiformats/bases/base32";
import { base36, base36upper } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { base64, base64url } from "multiformats/bases/base64";
import { CID } from "multiformats/cid";
import { decode as decodeMultihash } from "multiformats/hashes/digest";

const DAG_PB = 0x70;
const RAW = 0x55;
const SHA2_256 = 0x12;
const SHA2_256_BYTES = 32;
/** The bases that `isCid` accepts. */
const BASES = [base32, base36, base58btc];
/** Other bases that a CID may be written in, which `readCid` rewrites. */
const UNUSUAL_BASES = base16.decoder
  .or(base16upper)
  .or(base32upper)
  .or(base36upper)
  .or(base64)
  .or(base64url);
const CID_LENGTH_MAX = 128;

/** The v0 form of a CID if there is one. Both forms identify the same content; content is stored by this one. */
export function shortestCid(cid: string): string {
  const parsed = CID.parse(cid);
  const { code, digest } = parsed.multihash;
  const isWhole = code === SHA2_256 && digest.length === SHA2_256_BYTES;
  const hasV0 = parsed.code === DAG_PB && isWhole;
  return hasV0 ? parsed.toV0().toString() : cid;
}

/** Canonical form of a CID: v0 if there is one, otherwise v1 in base32. */
export function contentKey(cid: string): string {
  return CID.parse(shortestCid(cid)).toString();
}

/** Whether `value` is a CID in its usual text form (v0 base58; v1 base32, base36 or base58), without a scheme. */
export function isCid(value: string): boolean {
  return parse(value) !== null;
}

/**
 * A CID in one of the bases above as one that `isCid` accepts: the unusual ones become base32. Null for any
 * other text.
 */
export function readCid(value: string): string | null {
  return isCid(value) ? value : (parse(value, UNUSUAL_BASES)?.toString() ?? null);
}

function parse(value: string, bases?: typeof UNUSUAL_BASES): CID | null {
  if (value.length > CID_LENGTH_MAX) return null;
  try {
    return CID.parse(value, bases);
  } catch {
    // The parser reports an invalid CID only by throwing.
    return null;
  }
}

/** The CID of an `ipfs://` URI; null for any other text. */
export function cidOfUri(uri: string): string | null {
  const cid = uri.startsWith("ipfs://") ? uri.slice("ipfs://".length) : "";
  return isCid(cid) ? cid : null;
}

/**
 * Like `cidOfUri` for text that a person pastes: also a bare CID, or a URL with `/ipfs/`, and in every base
 * of `readCid`.
 */
export function cidIn(text: string): string | null {
  const path = text.replace(/^(ipfs:\/\/|.*\/ipfs\/)/i, "");
  const [cid = ""] = path.split(/[/?#]/);
  // The whole path first: base64 has slashes.
  return readCid(path) ?? readCid(cid);
}

/**
 * The hash in a CID, as hex. Equal for every version, base and codec of a CID, so that no other
 * spelling names the same content.
 */
export function contentDigest(cid: string): string {
  const { bytes } = CID.parse(cid).multihash;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The spellings of content: as given, v0, and v1 in every accepted base as a file and as raw bytes. */
export function spellingsOf(cid: string): string[] {
  return [...new Set([cid, contentKey(cid), ...spellingsOfDigest(contentDigest(cid))])];
}

/** The spellings of content by its `contentDigest`. */
export function spellingsOfDigest(digest: string): string[] {
  const bytes = Uint8Array.from(digest.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const multihash = decodeMultihash(bytes);
  const all = [DAG_PB, RAW].flatMap((codec) => {
    const cid = CID.createV1(codec, multihash);
    return BASES.map((base) => cid.toString(base));
  });
  return [...new Set(all.flatMap((cid) => [shortestCid(cid), cid]))];
}
