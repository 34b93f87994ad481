import type { CID } from "multiformats/cid";

/** A provider that stores files permanently. */
export type Pinner = {
  name: string;
  /**
   * Stores a file in the default layout of `ipfs add` and returns the provider's CID, unverified.
   * @throws IpfsUnavailableError
   */
  pin(bytes: Uint8Array): Promise<string>;
  /**
   * Removes a file that this service stored; does nothing when there is none.
   * @param blocks of the file, as far as they are known; the root is one of them
   * @throws IpfsUnavailableError
   */
  unpin(root: CID, blocks: readonly CID[]): Promise<void>;
};

/** Providers respond in a second; uploading 10 MB over a slow connection takes longer. */
export const PIN_MS_MAX = 60_000;
export const UNPIN_MS_MAX = 10_000;
/** Limit of a short answer of a provider. */
export const ANSWER_BYTES_MAX = 64 * 1024;
/** The network's convention allows blocks of 2 MiB; ours have 256 KiB plus framing. */
export const BLOCK_BYTES_MAX = 2 * 1024 * 1024;
export const BLOCK_MS_MAX = 10_000;
