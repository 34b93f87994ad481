import { CID } from "multiformats/cid";
import type { Storage } from "@/lib/drivers/storage/object-store";
import { openStored } from "./embedded";
import { createFileStore } from "./file-store";
import { type Block, importFile } from "./import-file";
import { CorruptBlockError, type Ipfs, type IpfsFile, IpfsUnavailableError } from "./ipfs";
import { openFile, readFile } from "./open-file";
import type { Pinner } from "./pinner";
import type { createRemoteBlocks } from "./remote-blocks";

/** A file as blocks. */
type Imported = { root: CID; blocks: Block[] };

/** Files that a request to publish or withdraw copies; uploads are smaller. */
const COPY_BYTES_MAX = 20 * 1024 * 1024;

/**
 * IPFS files published by a provider. Blocks of new files are cached locally, so that they can be
 * shown at once.
 * @param options.storage has copies, and files from before a provider was configured
 * @param options.keepsCopies whether all processes share the storage, so that it keeps a copy of each
 * file: backups contain it, and it survives the loss of the provider
 */
export function createPinnedIpfs(options: {
  pinner: Pinner;
  remote: ReturnType<typeof createRemoteBlocks>;
  storage: Pick<Storage, "files" | "served">;
  keepsCopies: boolean;
}): Ipfs {
  const { pinner, remote, storage, keepsCopies } = options;
  const files = createFileStore(storage);
  const open = (path: string, signal?: AbortSignal) => openStored(files, remote, path, signal);

  async function pin(bytes: Uint8Array, { root, blocks }: Imported): Promise<string> {
    const given = await pinner.pin(bytes);
    if (!isSame(root, given)) {
      throw new IpfsUnavailableError(`${pinner.name} stored ${root} under another CID`);
    }
    if (keepsCopies) await files.write(root, blocks);
    for (const { cid, bytes: block } of blocks) await remote.keep(cid, block);
    return root.toString();
  }

  /** Null also for a damaged copy, which must not prevent its removal. */
  async function readStored(cid: string): Promise<Uint8Array | null> {
    const stored = openStored(files, null, cid);
    return stored.then(readWhole).catch(nullWhenDamaged);
  }

  /** The provider may have the right bytes of a file whose copy is damaged. */
  async function readAnywhere(cid: string): Promise<Uint8Array | null> {
    return (await readStored(cid)) ?? readWhole(await openFile(remote, cid));
  }

  /** @param bytes of the file; null if they are unknown, then only its root is */
  async function unpin(root: CID, bytes: Uint8Array | null): Promise<void> {
    const blocks = bytes === null ? [] : (await toBlocks(bytes)).blocks;
    const cids = blocks.map(({ cid }) => cid);
    await pinner.unpin(root, cids.some((cid) => cid.equals(root)) ? cids : [root]);
  }

  return {
    isLookupLocal: storage.files.kind === "disk",
    keepsWithdrawn: keepsCopies,
    cidOf: async (bytes) => (await importFile(bytes)).toString(),
    add: async (bytes) => pin(bytes, await toBlocks(bytes)),
    async read(cid, bytesMax, signal) {
      const file = await open(cid, signal);
      return file === null ? null : readFile(file, bytesMax);
    },
    open: (path) => open(path),
    isStored: (cid) => files.has(CID.parse(cid)),
    async remove(cid) {
      const root = CID.parse(cid);
      await unpin(root, await readStored(cid));
      await files.remove(root);
    },
    async keepCopy(cid) {
      if ((await readStored(cid)) !== null) return true;
      const bytes = await readWhole(await openFile(remote, cid));
      if (bytes === null) return false;
      const { root, blocks } = await toBlocks(bytes);
      // The copy of a file in another layout would have another CID, which the decision does not cover.
      if (isSame(root, cid)) await files.write(root, blocks);
      return true;
    },
    async withdraw(cid, file = null) {
      await unpin(CID.parse(cid), file ?? (await readStored(cid)));
    },
    async publish(cid) {
      const bytes = await readAnywhere(cid);
      if (bytes === null) return false;
      const imported = await toBlocks(bytes);
      // As in `keepCopy`. Its publisher still provides the file.
      if (isSame(imported.root, cid)) await pin(bytes, imported);
      return true;
    },
  };
}

async function readWhole(file: IpfsFile | null): Promise<Uint8Array | null> {
  return file === null ? null : readFile(file, COPY_BYTES_MAX);
}

function nullWhenDamaged(error: unknown): null {
  if (error instanceof CorruptBlockError) return null;
  throw error;
}

async function toBlocks(bytes: Uint8Array): Promise<Imported> {
  const blocks: Block[] = [];
  const root = await importFile(bytes, (block) => blocks.push(block));
  return { root, blocks };
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
