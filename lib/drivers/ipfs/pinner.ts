/** A provider that keeps files for good. */
export type Pinner = {
  name: string;
  /**
   * Stores a file in the layout of `ipfs add` by default and answers the CID that the provider gave
   * it, unchecked.
   * @throws IpfsUnavailableError
   */
  pin(bytes: Uint8Array): Promise<string>;
};

/** Providers answer in a second; uploading 10 MB over a slow line takes longer. */
export const PIN_MS_MAX = 60_000;
/** Blocks are at most 2 MiB by convention of the network, ours 256 KiB and a frame. */
export const BLOCK_BYTES_MAX = 2 * 1024 * 1024;
export const BLOCK_MS_MAX = 10_000;
