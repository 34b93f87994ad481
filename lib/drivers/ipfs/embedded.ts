import { CID } from "multiformats/cid";
import type { Storage } from "@/lib/drivers/storage/object-store";
import { createFileStore, type FileStore } from "./file-store";
import { type Block, importFile } from "./import-file";
import type { BlockSource, Ipfs, IpfsFile } from "./ipfs";
import { openFile, readFile } from "./open-file";

/**
 * Stores IPFS files in this installation's storage.
 * @param elsewhere source of files that are not stored here
 */
export function createEmbeddedIpfs(
  storage: Pick<Storage, "files" | "served">,
  elsewhere: BlockSource | null = null,
): Ipfs {
  const files = createFileStore(storage);
  const open = (path: string, signal?: AbortSignal) => openStored(files, elsewhere, path, signal);
  return {
    isLookupLocal: storage.files.kind === "disk",
    cidOf: async (bytes) => (await importFile(bytes)).toString(),
    async add(bytes) {
      const blocks: Block[] = [];
      const root = await importFile(bytes, (block) => blocks.push(block));
      await files.write(root, blocks);
      return root.toString();
    },
    async read(cid, bytesMax, signal) {
      const file = await open(cid, signal);
      return file === null ? null : readFile(file, bytesMax);
    },
    open: (path) => open(path),
    isStored: (cid) => files.has(CID.parse(cid)),
    remove: (cid) => files.remove(CID.parse(cid)),
    keepCopy: async () => true,
    // Its files are published by the pages of this service only, which refuse removed ones.
    async withdraw() {},
    keepsWithdrawn: true,
    publish: async (cid) => (await open(cid)) !== null,
  };
}

/** Opens a file locally when its root is stored, otherwise from the other source. */
export async function openStored(
  files: FileStore,
  elsewhere: BlockSource | null,
  path: string,
  signal?: AbortSignal,
): Promise<IpfsFile | null> {
  const [root = ""] = path.split("/");
  const source = (await files.open(CID.parse(root))) ?? elsewhere;
  return source === null ? null : openFile(source, path, signal);
}
