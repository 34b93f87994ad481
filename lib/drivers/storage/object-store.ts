/** A stored object. Objects are replaced whole, never changed. */
export type StoredObject = {
  sizeBytes: number;
  /**
   * The bytes, or a part of them.
   * @throws AppError dependency_unavailable, also after some of the bytes
   */
  read(range?: { start: number; length: number }): AsyncIterable<Uint8Array>;
};

/** Reads objects. A reader may answer from a cache for objects that never change. */
export type ObjectReader = {
  /** Null when there is none. @throws AppError dependency_unavailable */
  open(key: string): Promise<StoredObject | null>;
  /** @throws AppError dependency_unavailable */
  has(key: string): Promise<boolean>;
  /** Drops a damaged copy from the cache, if the reader has one. */
  forget?(key: string): Promise<void>;
};

/**
 * Files of uploads, videos and IPFS content by key: `videos/<uid>/public/stream.m3u8`. Every method
 * throws AppError dependency_unavailable when the store does not respond.
 */
export type ObjectStore = ObjectReader & {
  /** `disk`: only processes that share the folder have the objects. */
  readonly kind: "disk" | "s3";
  /**
   * Stores an object; readers see all of it or nothing.
   * @param body read once; an error of it is thrown, and nothing is stored
   * @returns its size in bytes
   */
  put(key: string, body: AsyncIterable<Uint8Array>): Promise<number>;
  /** Copies an object. @throws Error when `from` does not exist */
  copy(from: string, to: string): Promise<void>;
  /** Does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** Removes every object below a prefix, which ends with `/`. */
  deleteAll(prefix: string): Promise<void>;
  /** The objects below a prefix, which ends with `/`. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number }>;
  /** The names directly below a prefix that have objects below them; on a disk also folders that a crash left empty. */
  folders(prefix: string): AsyncIterable<string>;
};

/** The store of this process's files, with a faster read of those that never change. */
export type Storage = {
  files: ObjectStore;
  /** For immutable keys only: published videos and IPFS content. */
  served: ObjectReader;
  /** Folder on this machine for work in progress; safe to delete while nothing runs. */
  workFolder: string;
  /** Whether the latest reads and writes worked, and the latest mark of this process on the disk; null if unknown. */
  isHealthy(): boolean | null;
};

const SEGMENT = /^[\w.-]{1,200}$/;

/** Keys are relative paths of letters, digits, `_`, `.` and `-`; none can leave the root. */
export function checkKey(key: string): void {
  const isValid = key
    .split("/")
    .every((part) => SEGMENT.test(part) && part !== "." && part !== "..");
  if (!isValid) throw new TypeError(`Invalid storage key: ${key}`);
}

/** @throws TypeError */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith("/")) throw new TypeError(`A prefix ends with a slash: ${prefix}`);
  checkKey(prefix.slice(0, -1));
}
