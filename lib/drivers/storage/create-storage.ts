import { join } from "node:path";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { createCachedReader } from "./cached-reader";
import { createDiskStore } from "./disk";
import type { Storage } from "./object-store";
import { createS3Store } from "./s3";
import type { S3Options } from "./s3-calls";
import { watchStore } from "./watch-store";

const CACHE_BYTES_MAX = 2 * 1024 ** 3;

export type StorageOptions = {
  dataDir: string;
  /** Null: files are stored in `dataDir`. */
  s3: S3Options | null;
  /** Called when the disk does not store cached files of the bucket. */
  onCacheFailure?: ((error: unknown) => void) | undefined;
};

/** Storage in a bucket when one is configured, otherwise on this disk. */
export function createStorage({ dataDir, s3, onCacheFailure }: StorageOptions): Storage {
  const workFolder = join(/* turbopackIgnore: true */ dataDir, "work");
  if (s3 === null) {
    const { files, isHealthy } = watchStore(createDiskStore(dataDir));
    return { files, served: files, workFolder, isHealthy };
  }
  const { files, isHealthy } = watchStore(createS3Store(s3));
  const folder = join(/* turbopackIgnore: true */ dataDir, "cache", "storage");
  const cache = createDiskCache({ folder, bytesMax: CACHE_BYTES_MAX, onFailure: onCacheFailure });
  const served = createCachedReader({ store: files, cache, now: Date.now });
  return { files, served, workFolder, isHealthy };
}
