import { CID } from "multiformats/cid";
import { createFileStore, type FileStore } from "./file-store";
import { type Block, importFile } from "./import-file";
import type { BlockSource, Ipfs, IpfsFile } from "./ipfs";
import { openFile, readFile } from "./open-file";

/**
 * Stores IPFS files in a local folder.
 * @param folder created on first use
 * @param elsewhere source of files that are not stored here
 */
export function createEmbeddedIpfs(folder: string, elsewhere: BlockSource | null = null): Ipfs {
  const files = createFileStore(folder);
  const open = (path: string, signal?: AbortSignal) => openStored(files, elsewhere, path, signal);
  return {
    isStoredHere: true,
    cidOf: async (bytes) => (await importFile(bytes)).toString(),
    async add(bytes) {
      const blocks: Block[] = [];
      const root = await importFile(bytes, (block) => blocks.push(block));
      if (!(await files.has(root))) await files.write(root, blocks);
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
