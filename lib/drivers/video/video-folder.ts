import { access, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { FILES } from "./ffmpeg/ffmpeg-arguments";

const details = z.object({
  durationSeconds: z.number(),
  width: z.number(),
  height: z.number(),
  sizeBytes: z.number(),
});
export type StoredDetails = z.output<typeof details>;
const refusal = z.object({ reason: z.string() });

/**
 * Where the files of a video are:
 *
 *     <root>/<uid>/source-<claim>   as uploaded
 *     <root>/<uid>/work-…/          an encoding under way
 *     <root>/<uid>/stream/          encoded, complete: playlist, fragments, thumbnail, clip, video.json
 *     <root>/<uid>/public/          the same once published, without the clip
 *     <root>/<uid>/refused.json     why there will be none
 *
 * Folders change their name when they are complete, so a crash leaves nothing half.
 */
export function videoFolder(root: string, uid: string) {
  const path = join(/* turbopackIgnore: true */ root, uid);
  const stream = join(path, "stream");
  const published = join(path, "public");
  return {
    path,
    stream,
    published,
    source: (claimId: string) => join(path, `source-${claimId}`),
    /** What is known of an encoded video; null while there is none. */
    async readDetails(): Promise<StoredDetails | null> {
      for (const folder of [published, stream]) {
        const text = await readOrNull(join(folder, "video.json"));
        if (text !== null) return details.parse(JSON.parse(text));
      }
      return null;
    },
    async readRefusal(): Promise<string | null> {
      const text = await readOrNull(join(path, "refused.json"));
      return text === null ? null : refusal.parse(JSON.parse(text)).reason;
    },
    async refuse(reason: string): Promise<void> {
      const temporary = join(path, "refused.tmp");
      await writeFile(temporary, JSON.stringify({ reason }));
      await rename(temporary, join(path, "refused.json"));
    },
    /** Makes an encoding the stream of this video; false when there is one already. */
    async complete(work: string, found: StoredDetails): Promise<boolean> {
      await writeFile(join(work, "video.json"), JSON.stringify(found));
      if (await exists(published)) return false;
      return rename(work, stream).then(() => true, falseWhenThere);
    },
    async publish(): Promise<void> {
      if (!(await exists(published))) {
        await rm(join(stream, FILES.clip), { force: true });
        await rename(stream, published);
      }
      for (const name of await readdir(path)) {
        if (name !== "public") await rm(join(path, name), { recursive: true, force: true });
      }
    },
    /** Removes what earlier tries to encode have left. */
    async removeWork(): Promise<void> {
      const left = (await readdir(path)).filter((name) => name.startsWith("work-"));
      for (const name of left) await rm(join(path, name), { recursive: true, force: true });
    },
    async bytes(): Promise<number> {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
  };
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
}

function falseWhenThere(error: unknown): false {
  if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(codeOf(error))) return false;
  throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
