import { importBytes } from "ipfs-unixfs-importer";
import type { CID } from "multiformats/cid";

/** The layout of `ipfs add` by default: CID v0, 256 KiB chunks, 174 links a node. */
const PROFILE = "unixfs-v0-2015";

export type Block = { cid: CID; bytes: Uint8Array };

/** The root CID of a file; with `onBlock` also its blocks, leaves first and the root last. */
export async function importFile(
  bytes: Uint8Array,
  onBlock: (block: Block) => void = () => undefined,
): Promise<CID> {
  const target = {
    async put(cid: CID, block: Uint8Array): Promise<CID> {
      onBlock({ cid, bytes: block });
      return cid;
    },
  };
  const { cid } = await importBytes(bytes, target, { profile: PROFILE });
  return cid;
}
