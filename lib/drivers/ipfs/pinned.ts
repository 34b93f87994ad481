import { CID } from "multiformats/cid";
import type { Storage } from "@/lib/drivers/storage/object-store";
import { openStored } from "./embedded";
import { createFileStore } from "./file-store";
import { type Block, importFile } from "./import-file";
import { type Ipfs, IpfsUnavailableError } from "./ipfs";
import { readFile } from "./open-file";
import type { Pinner } from "./pinner";
import type { createRemoteBlocks } from "./remote-blocks";

/**
 * IPFS files stored at a provider. Blocks of new files are cached locally, so that they can be
 * shown at once.
 * @param options.storage has files from before a provider was configured; still read
 */
export function createPinnedIpfs(options: {
  pinner: Pinner;
  remote: ReturnType<typeof createRemoteBlocks>;
  storage: Pick<Storage, "files" | "served">;
}): Ipfs {
  const { pinner, remote, storage } = options;
  const files = createFileStore(storage);
  const open = (path: string, signal?: AbortSignal) => openStored(files, remote, path, signal);
  return {
    isStoredHere: false,
    isLookupLocal: storage.files.kind === "disk",
    cidOf: async (bytes) => (await importFile(bytes)).toString(),
    async add(bytes) {
      const blocks: Block[] = [];
      const root = await importFile(bytes, (block) => blocks.push(block));
      const given = await pinner.pin(bytes);
      if (!isSame(root, given)) {
        throw new IpfsUnavailableError(`${pinner.name} stored ${root} under another CID`);
      }
      for (const { cid, bytes: block } of blocks) await remote.keep(cid, block);
      return root.toString();
    },
    async read(cid, bytesMax, signal) {
      const file = await open(cid, signal);
      return file === null ? null : readFile(file, bytesMax);
    },
    open: (path) => open(path),
    isStored: (cid) => files.has(CID.parse(cid)),
    remove: (cid) => files.remove(CID.parse(cid)),
  };
}

/** A v1 CID of the same block is the same file. */
function isSame(root: CID, given: string): boolean {
  try {
    const { code, multihash } = CID.parse(given);
    return code === root.code && Buffer.from(multihash.bytes).equals(root.multihash.bytes);
  } catch {
    // The parser throws for anything that is not a CID.
    return false;
  }
}
