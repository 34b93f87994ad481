import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { z } from "zod";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { collectBytes } from "@/lib/support/read-bytes";
import { FILES } from "./ffmpeg/ffmpeg-arguments";

const details = z.object({
  durationSeconds: z.number(),
  width: z.number(),
  height: z.number(),
  sizeBytes: z.number(),
});
export type StoredDetails = z.output<typeof details>;
const refusal = z.object({ reason: z.string() });

const DETAILS = "video.json";
/** Name of an encoding from before encodings had their own names. */
const UNNAMED = "stream";
const TRANSFERS_AT_ONCE = 8;

/**
 * Layout of a video's objects:
 *
 *     videos/<uid>/source-<claim>   as uploaded
 *     videos/<uid>/stream-<id>/     encoded: playlist, fragments, thumbnail, clip, video.json
 *     videos/<uid>/public/          the same once published, without the clip
 *     videos/<uid>/refused.json     why the video was rejected
 *
 * `video.json` is stored last: a folder with it is complete.
 */
export function videoFiles(files: ObjectStore, uid: string) {
  const root = `videos/${uid}/`;
  const published = `${root}public/`;
  const encoding = (id: string | null) => `${root}${id ?? UNNAMED}/`;
  const isPublished = () => files.has(`${published}${DETAILS}`);

  async function readText(key: string): Promise<string | null> {
    const found = await files.open(key);
    if (found === null) return null;
    return (await collectBytes(found.read())).toString("utf8");
  }
  async function readDetails(folder: string): Promise<StoredDetails | null> {
    const text = await readText(`${folder}${DETAILS}`);
    return text === null ? null : details.parse(JSON.parse(text));
  }
  async function* textBody(value: object): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(value));
  }
  async function namesIn(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { key } of files.list(folder)) names.push(key.slice(folder.length));
    return names;
  }

  return {
    published,
    encoding,
    source: (claimId: string) => `${root}source-${claimId}`,
    /** Details of an encoded video, published or not; null until there are any. */
    findDetails: async (encodingId: string | null): Promise<StoredDetails | null> =>
      (await readDetails(published)) ?? readDetails(encoding(encodingId)),
    async readRefusal(): Promise<string | null> {
      const text = await readText(`${root}refused.json`);
      return text === null ? null : refusal.parse(JSON.parse(text)).reason;
    },
    async refuse(reason: string): Promise<void> {
      await files.put(`${root}refused.json`, textBody({ reason }));
    },
    /** Stores the files of a folder on this machine as an encoding. */
    async storeEncoding(id: string, folder: string, found: StoredDetails): Promise<void> {
      const inTurn = pLimit(TRANSFERS_AT_ONCE);
      const names = await readdir(/* turbopackIgnore: true */ folder);
      const store = (name: string) =>
        files.put(`${encoding(id)}${name}`, createReadStream(join(folder, name)));
      await Promise.all(names.map((name) => inTurn(() => store(name))));
      await files.put(`${encoding(id)}${DETAILS}`, textBody(found));
    },
    removeEncoding: (id: string) => files.deleteAll(encoding(id)),
    isPublished,
    async publish(encodingId: string | null): Promise<void> {
      if (!(await isPublished())) {
        const inTurn = pLimit(TRANSFERS_AT_ONCE);
        const folder = encoding(encodingId);
        const names = (await namesIn(folder)).filter((name) => name !== FILES.clip);
        const copy = (name: string) => files.copy(`${folder}${name}`, `${published}${name}`);
        const parts = names.filter((name) => name !== DETAILS);
        await Promise.all(parts.map((name) => inTurn(() => copy(name))));
        await copy(DETAILS);
      }
      for await (const name of files.folders(root)) {
        if (`${root}${name}/` !== published) await files.deleteAll(`${root}${name}/`);
      }
      for await (const { key } of files.list(root)) {
        if (!key.startsWith(published)) await files.delete(key);
      }
    },
    remove: () => files.deleteAll(root),
    async bytes(): Promise<number> {
      let sum = 0;
      for await (const { sizeBytes } of files.list(root)) sum += sizeBytes;
      return sum;
    },
  };
}
