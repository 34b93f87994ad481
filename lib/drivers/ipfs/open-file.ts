import { exporter } from "ipfs-unixfs-exporter";
import type { CID } from "multiformats/cid";
import { collectBytes } from "@/lib/support/read-bytes";
import {
  type BlockSource,
  ContentTooLargeError,
  type IpfsFile,
  IpfsUnavailableError,
} from "./ipfs";

/** Blocks of a file that are fetched ahead. */
const BLOCKS_AT_ONCE = 4;
/**
 * Block limit per opened file: 64 MiB in the smallest common blocks. A tree may have any shape.
 */
const BLOCKS_MAX = 20_000;

/**
 * Opens a file from the blocks of a source. Null when nothing is at this path: its blocks are
 * missing, or it is a directory or another kind of node.
 */
export async function openFile(
  source: BlockSource,
  path: string,
  signal?: AbortSignal,
): Promise<IpfsFile | null> {
  /** A failure of the source, kept apart from the exporter's errors about invalid content. */
  let failure: unknown = null;
  let blocksRead = 0;
  const blocks = {
    async *get(cid: CID) {
      if (signal?.aborted) {
        failure = new IpfsUnavailableError(`Reading ${path} took too long`);
        throw failure;
      }
      blocksRead += 1;
      if (blocksRead > BLOCKS_MAX)
        throw new ContentTooLargeError(`${path} has over ${BLOCKS_MAX} blocks`);
      const block = await source.find(cid).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      // Not assigned to `failure`: when the file is opened, a missing block means null.
      if (block === null) throw new IpfsUnavailableError(`A block of ${path} is missing`);
      yield block;
    },
  };
  const entry = await exporter(path, blocks).catch(() => null);
  if (failure !== null) throw failure;
  if (entry === null || (entry.type !== "file" && entry.type !== "raw")) return null;
  const sizeBytes = Number(entry.size);
  return {
    sizeBytes,
    async *read({ start, length } = { start: 0, length: sizeBytes }) {
      let left = length;
      const options = { offset: start, length, blockReadConcurrency: BLOCKS_AT_ONCE };
      for await (const chunk of entry.content(options)) {
        left -= chunk.byteLength;
        // A tree may hold more data than its root declares.
        if (left < 0) throw new ContentTooLargeError(`${path} has more bytes than it declares`);
        yield chunk;
      }
    },
  };
}

/** @throws ContentTooLargeError before anything is read */
export async function readFile(file: IpfsFile, bytesMax: number): Promise<Uint8Array> {
  if (file.sizeBytes > bytesMax) {
    throw new ContentTooLargeError(`The file has ${file.sizeBytes} bytes, over ${bytesMax}`);
  }
  return collectBytes(file.read());
}
