import { importBytes } from "ipfs-unixfs-importer";
import type { CID } from "multiformats/cid";

/** The default layout of `ipfs add`: CID v0, 256 KiB chunks, 174 links per node. */
const PROFILE = "unixfs-v0-2015";

export type Block = { cid: CID; bytes: Uint8Array };

/** The root CID of a file. `onBlock` receives its blocks, leaves first and the root last. */
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
