import { readFile, stat } from "node:fs/promises";
import { etagOf } from "@/lib/http/response/etag-of";
import { AppError } from "@/lib/shared/errors";

const BUILDING = "The package is still being built. Try again in a few seconds.";

export type PackageArchive = { bytes: Buffer; etag: string };

/**
 * Reads the archive of the npm package; again only when a build has replaced it.
 * @returns a function that throws the AppError dependency_unavailable until it is built for the first time
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
      // Without a cause: it is expected, so it is not logged as a failure.
      throw new AppError("dependency_unavailable", BUILDING);
    }
  };
}
