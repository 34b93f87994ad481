import type { CID } from "multiformats/cid";

/** Content by its hash. The CID is computed here first, so every driver stores the same thing. */
export type Ipfs = {
  /** The CID that `add` would answer; stores nothing. */
  cidOf(bytes: Uint8Array): Promise<string>;
  /**
   * Stores a file and answers its CID (v0). Again with the same bytes is the same as once.
   * @throws IpfsUnavailableError when a provider does not take it, or claims another CID
   */
  add(bytes: Uint8Array): Promise<string>;
  /**
   * The bytes of a file, or null when it is not to be found.
   * @param bytesMax a longer file is refused with ContentTooLargeError
   * @param signal ends the work: no further block is asked for
   * @throws IpfsUnavailableError, CorruptBlockError
   */
  read(cid: string, bytesMax: number, signal?: AbortSignal): Promise<Uint8Array | null>;
  /**
   * A file to be read in parts, or null when it is not to be found.
   * @param path a CID, or a file below a directory: `<cid>/a/b`
   * @throws IpfsUnavailableError, CorruptBlockError
   */
  open(path: string): Promise<IpfsFile | null>;
  /** Whether this machine keeps the file; asks nobody else. */
  isStored(cid: string): Promise<boolean>;
  /** Frees the room that a file takes on this machine; with a provider it stays readable there. */
  remove(cid: string): Promise<void>;
  /** Whether what is added stays on this machine for good, and so counts against its disk budget. */
  readonly isStoredHere: boolean;
};

export type IpfsFile = {
  sizeBytes: number;
  /**
   * Verified bytes. Not more than `sizeBytes` ever, whatever the blocks hold.
   * @throws IpfsUnavailableError, CorruptBlockError, also after some of the bytes
   */
  read(range?: { start: number; length: number }): AsyncIterable<Uint8Array>;
};

/** Where blocks come from. What it answers has the hash that was asked for. */
export type BlockSource = {
  /** @throws IpfsUnavailableError, CorruptBlockError */
  find(cid: CID): Promise<Uint8Array | null>;
};

/** Thrown when a file is longer than the reader wanted. */
export class ContentTooLargeError extends Error {
  override readonly name = "ContentTooLargeError";
}

/** Thrown when stored bytes no longer have the hash they are stored under. */
export class CorruptBlockError extends Error {
  override readonly name = "CorruptBlockError";
}

/** Thrown when a provider or gateway does not answer as it should. Never holds what was sent. */
export class IpfsUnavailableError extends Error {
  override readonly name = "IpfsUnavailableError";
}
