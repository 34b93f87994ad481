import { exporter } from "ipfs-unixfs-exporter";
import { importBytes } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import { type BlockStore, createBlockStore } from "./block-store";
import { ContentTooLargeError, type Ipfs } from "./ipfs";

/** The layout of `ipfs add` by default: CID v0, 256 KiB chunks. */
const PROFILE = "unixfs-v0-2015";

/** Thrown inside the exporter, whose block source has no way to say "not there". */
class BlockMissingError extends Error {}

/**
 * IPFS files in a folder of this machine.
 * @param folder created on first use
 */
export function createEmbeddedIpfs(folder: string): Ipfs {
  const blocks = createBlockStore(folder);
  return {
    cidOf: (bytes) => importFile(bytes, { put: async (cid) => cid }),
    add: (bytes) => importFile(bytes, blocks),
    read: async (cid, bytesMax) => exportFile(blocks, CID.parse(cid), bytesMax),
  };
}

async function importFile(bytes: Uint8Array, target: Pick<BlockStore, "put">): Promise<string> {
  const { cid } = await importBytes(bytes, target, { profile: PROFILE });
  return cid.toString();
}

async function exportFile(
  blocks: BlockStore,
  cid: CID,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const source = {
    async *get(wanted: CID) {
      const block = await blocks.find(wanted);
      if (block === null) throw new BlockMissingError(wanted.toString());
      yield block;
    },
  };
  try {
    const entry = await exporter(cid, source);
    if (entry.type !== "file" && entry.type !== "raw") return null;
    if (entry.size > BigInt(bytesMax)) {
      throw new ContentTooLargeError(`${cid} has ${entry.size} bytes, over ${bytesMax}`);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.content()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof BlockMissingError) return null;
    throw error;
  }
}
