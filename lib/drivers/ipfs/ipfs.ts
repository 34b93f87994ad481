import type { CID } from "multiformats/cid";
import { UnavailableError } from "@/lib/shared/unavailable";

/**
 * Content by hash. The CID is always computed locally first, so every driver stores the same
 * content.
 */
export type Ipfs = {
  /** The CID that `add` would return; stores nothing. */
  cidOf(bytes: Uint8Array): Promise<string>;
  /**
   * Stores a file and returns its CID (v0). Idempotent; replaces a damaged copy.
   * @throws IpfsUnavailableError when a provider rejects it or reports another CID
   */
  add(bytes: Uint8Array): Promise<string>;
  /**
   * The bytes of a file, or null when it is not found.
   * @param bytesMax longer files throw ContentTooLargeError
   * @param signal aborts the work: no further block is fetched
   * @throws IpfsUnavailableError, CorruptBlockError
   */
  read(cid: string, bytesMax: number, signal?: AbortSignal): Promise<Uint8Array | null>;
  /**
   * A file that can be read in parts, or null when it is not found.
   * @param path a CID, or a file in a directory: `<cid>/a/b`
   * @throws IpfsUnavailableError, CorruptBlockError
   */
  open(path: string): Promise<IpfsFile | null>;
  /** Whether the file is in this installation's storage. @throws AppError dependency_unavailable */
  isStored(cid: string): Promise<boolean>;
  /**
   * Removes a file from storage and from the provider that it was added to. Does nothing when there is
   * none.
   * @throws IpfsUnavailableError, AppError dependency_unavailable
   */
  remove(cid: string): Promise<void>;
  /**
   * Stores a file in this installation's storage before it is withdrawn, and repairs a damaged copy there.
   * Only where `keepsWithdrawn` is set. A file in another layout is not stored: its copy would have another CID.
   * @returns false when the file is not found
   * @throws IpfsUnavailableError, CorruptBlockError, ContentTooLargeError, AppError dependency_unavailable
   */
  keepCopy(cid: string): Promise<boolean>;
  /**
   * Ends the publication of a file at a provider, also of a damaged one. A copy in this installation's storage
   * stays there.
   * @param file its bytes, if they are known
   * @throws IpfsUnavailableError, AppError dependency_unavailable
   */
  withdraw(cid: string, file?: Uint8Array | null): Promise<void>;
  /**
   * Publishes a file at the provider again, after `withdraw` or at a new provider. Without a provider, and
   * for a file in another layout, checks only that the file is found.
   * @returns false when the file is not found
   * @throws IpfsUnavailableError, CorruptBlockError, ContentTooLargeError
   */
  publish(cid: string): Promise<boolean>;
  /** Whether every machine can read and publish a withdrawn file again. */
  readonly keepsWithdrawn: boolean;
  /** Whether `isStored` makes no request to another service. */
  readonly isLookupLocal: boolean;
};

export type IpfsFile = {
  sizeBytes: number;
  /**
   * Verified bytes, never more than `sizeBytes`.
   * @throws IpfsUnavailableError, CorruptBlockError, also after some of the bytes
   */
  read(range?: { start: number; length: number }): AsyncIterable<Uint8Array>;
};

/** A source of blocks. Returned blocks are verified against the requested CID. */
export type BlockSource = {
  /** @throws IpfsUnavailableError, CorruptBlockError */
  find(cid: CID): Promise<Uint8Array | null>;
};

/** Thrown when a file is longer than the limit. */
export class ContentTooLargeError extends Error {
  override readonly name = "ContentTooLargeError";
}

/** Thrown when stored bytes do not match their hash. */
export class CorruptBlockError extends UnavailableError {
  override readonly name = "CorruptBlockError";
}

/** Thrown when a provider or gateway fails. Never contains the request. */
export class IpfsUnavailableError extends UnavailableError {
  override readonly name = "IpfsUnavailableError";
}
