/** Content by its hash. The CID is computed here first, so every driver stores the same thing. */
export type Ipfs = {
  /** The CID that `add` would answer; stores nothing. */
  cidOf(bytes: Uint8Array): Promise<string>;
  /** Stores a file and answers its CID (v0). */
  add(bytes: Uint8Array): Promise<string>;
  /**
   * The bytes of a file, or null when it is not to be found.
   * @param bytesMax a longer file is refused with ContentTooLargeError
   */
  read(cid: string, bytesMax: number): Promise<Uint8Array | null>;
};

/** Thrown when a file is longer than the reader wanted. */
export class ContentTooLargeError extends Error {
  override readonly name = "ContentTooLargeError";
}

/** Thrown when stored bytes no longer have the hash they are stored under. */
export class CorruptBlockError extends Error {
  override readonly name = "CorruptBlockError";
}
