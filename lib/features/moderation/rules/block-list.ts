import type { Address } from "viem";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { contentDigest, isCid } from "@/lib/shared/cid";
import { BLOCK_TYPES, type BlockType, type CreatorBlock, normalizeBlock } from "./moderation";

type ListedToken = { chainId: number; address: Address };
/** The content of a block list file. Its tokens are hidden. */
export type BlockList = { blocks: CreatorBlock[]; cids: string[]; tokens: ListedToken[] };

export const EMPTY_BLOCK_LIST: BlockList = { blocks: [], cids: [], tokens: [] };

const PREFIXES: Readonly<Record<string, BlockType>> = {
  ...Object.fromEntries(BLOCK_TYPES.map((type) => [type, type])),
  x: "twitter",
  "x-id": "twitter_id",
  fid: "farcaster_id",
};
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/**
 * Reads a block list: one entry per line, `#` starts a comment. `wallet:0x…`, `email:…`, `x:…`,
 * `x-id:…`, `farcaster:…`, `fid:…`, `network:…`, `domain:…` and `cid:…`; wallets, emails, networks,
 * domains and CIDs also without the prefix. `base:0x…`, a chain and an address, is a token.
 * @throws Error that names the first invalid line
 */
export function parseBlockList(text: string): BlockList {
  const list: BlockList = { blocks: [], cids: [], tokens: [] };
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/(^|\s)#.*$/, "").trim();
    if (line === "") continue;
    const entry = readEntry(line);
    if (entry === null) throw new Error(`line ${index + 1} is not an entry of a block list`);
    if (typeof entry === "string") list.cids.push(entry);
    else if ("chainId" in entry) list.tokens.push(entry);
    else list.blocks.push(entry);
  }
  return list;
}

function readEntry(line: string): CreatorBlock | ListedToken | string | null {
  const [, prefix = "", value = ""] = /^([a-z0-9_-]+):\s*(\S+)$/i.exec(line) ?? [];
  const name = prefix.toLowerCase();
  const chain = CHAIN_SLUGS.find((slug) => slug === name);
  if (chain !== undefined) {
    if (!ADDRESS.test(value)) return null;
    return { chainId: CHAINS[chain].chainId, address: toChecksumAddress(value.toLowerCase()) };
  }
  if (name === "cid") return isCid(value) ? contentDigest(value) : null;
  const type = Object.hasOwn(PREFIXES, name) ? PREFIXES[name] : undefined;
  if (type !== undefined) return normalizeBlock(type, value);
  if (isCid(line)) return contentDigest(line);
  for (const bare of ["wallet", "email", "network", "domain"] as const) {
    const block = normalizeBlock(bare, line);
    if (block !== null) return block;
  }
  return null;
}
