import { readFile, stat } from "node:fs/promises";
import { etagOf } from "@/lib/http/etag-of";
import { UnavailableError } from "@/lib/shared/unavailable";

export type PackageArchive = { bytes: Buffer; etag: string };

/**
 * Reads the archive of the npm package; again only when a build has replaced it.
 * @returns a function that throws an UnavailableError while a first build is in progress
 */
export function createArchiveReader(file: string): () => Promise<PackageArchive> {
  let archive: (PackageArchive & { modifiedMs: number }) | null = null;
  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (archive?.modifiedMs === mtimeMs) return archive;
      const bytes = await readFile(file);
      archive = { modifiedMs: mtimeMs, bytes, etag: etagOf(bytes) };
      return archive;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      throw new UnavailableError("the package is not built yet", { cause: error });
    }
  };
}
