import { randomBytes, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ObjectStore, Storage } from "@/lib/drivers/storage/object-store";
import { collectBytes } from "@/lib/support/read-bytes";
import { encodeVideo } from "./ffmpeg/encode-video";
import { FILES } from "./ffmpeg/ffmpeg-arguments";
import { canIsolate } from "./ffmpeg/isolate";
import type { Probe } from "./ffmpeg/probe";
import { sampleFrames } from "./ffmpeg/sample-frames";
import { hashToken, receiveUpload } from "./receive-upload";
import { createStoredVideos } from "./stored-videos";
import type { TicketStore } from "./ticket-store";
import { videoFiles } from "./video-files";
import { type ProviderVideo, UnreadableVideoError, type VideoProvider } from "./video-provider";
import { hasActiveFolder, withWorkFolder } from "./work-folder";

const UID = /^[0-9a-f]{32}$/;
/** Route of this service that receives uploads. */
const UPLOAD_PATH = "/api/v1/upload-video";
const WATCH_PATH = "/videos";

/**
 * Videos in this installation's storage, received and served by this service and encoded by ffmpeg.
 * One process may receive a video, another encode it and any serve it.
 * @param options.ffmpeg finds the program
 * @param options.probe inspects an uploaded file; see `probe-video.ts`
 * @param options.random unpredictable, from 0 to below 1; places the frames to moderate
 */
export function createEmbeddedVideoProvider(options: {
  storage: Storage;
  ffmpeg: () => Promise<string>;
  tickets: TicketStore;
  probe: (path: string, durationSecondsMax: number) => Promise<Probe>;
  now: () => Date;
  random: () => number;
}): VideoProvider {
  const { storage, ffmpeg, tickets, probe, now, random } = options;
  const { files, workFolder } = storage;
  const filesOf = (uid: string) => videoFiles(files, uid);
  const oneAtATime = createTurns();
  /** Videos that this process encodes, or that wait for their turn. */
  const preparing = new Set<string>();

  async function get(uid: string): Promise<ProviderVideo | null> {
    const answer = { uid, reason: null, details: null };
    const ticket = await tickets.find(uid);
    const stored = filesOf(uid);
    if (ticket?.isUsed === false) {
      if (ticket.expiresAt > now()) return { ...answer, state: "waiting" };
      // A database that was restored from an older backup does not have the upload.
      if (!(await stored.isPublished())) {
        const reason = "Nothing was uploaded before the URL expired.";
        return { ...answer, state: "error", reason };
      }
    }
    const details = await stored.findDetails(ticket?.encodingId ?? null);
    if (details !== null) return { ...answer, state: "ready", details };
    const reason = await stored.readRefusal();
    if (reason !== null) return { ...answer, state: "error", reason };
    const claimId = ticket?.claimId ?? null;
    const isThere = claimId !== null && (await files.has(stored.source(claimId)));
    return isThere ? { ...answer, state: "processing" } : null;
  }

  async function encode(uid: string, durationSecondsMax: number): Promise<void> {
    const state = (await get(uid))?.state;
    const claimId = (await tickets.find(uid))?.claimId ?? null;
    if (state !== "processing" || claimId === null) return;
    const stored = filesOf(uid);
    const ffmpegPath = await ffmpeg();
    await withWorkFolder(workFolder, uid, async (folder) => {
      const source = join(folder, "source");
      await download(files, stored.source(claimId), source);
      const found = await probe(source, durationSecondsMax);
      if (found.kind === "refused") return stored.refuse(found.reason);
      const encoded = await encodeVideo({
        ffmpegPath,
        folder,
        source,
        found,
        durationSecondsMax,
      }).catch((error: unknown) => {
        if (error instanceof UnreadableVideoError) return error;
        throw error;
      });
      if (encoded instanceof UnreadableVideoError) return stored.refuse(encoded.message);
      const encodingId = `stream-${randomUUID()}`;
      await stored.storeEncoding(encodingId, encoded.results, encoded.details);
      const chosen = await tickets.chooseEncoding(uid, encodingId);
      if (chosen !== encodingId) await stored.removeEncoding(encodingId);
    });
  }

  /**
   * The job engine repeats a call that a proxy ended: it returns at once while the first one goes on, on this
   * machine or another one with the same work folder.
   */
  async function prepare(uid: string, durationSecondsMax: number): Promise<void> {
    if (preparing.has(uid)) return;
    preparing.add(uid);
    try {
      if (await hasActiveFolder(workFolder, uid)) return;
      await oneAtATime(async () => {
        // Another machine may have started while this call waited for its turn.
        if (!(await hasActiveFolder(workFolder, uid))) await encode(uid, durationSecondsMax);
      });
    } finally {
      preparing.delete(uid);
    }
  }

  return {
    name: "embedded",
    async createUpload({ sizeBytesMax, expiresAt }) {
      const uid = randomBytes(16).toString("hex");
      const token = randomBytes(32).toString("base64url");
      await tickets.issue({ uid, sizeBytesMax, tokenHash: hashToken(token), expiresAt });
      return { uid, uploadUrl: `${UPLOAD_PATH}/${token}` };
    },
    get: async (uid) => (UID.test(uid) ? get(uid) : null),
    async list(uids) {
      const found = await Promise.all(uids.map(get));
      return found.filter((video) => video !== null);
    },
    prepare: (uid, { durationSecondsMax }) => prepare(uid, durationSecondsMax),
    async sampleFrames(uid) {
      const stored = filesOf(uid);
      const encodingId = (await tickets.find(uid))?.encodingId ?? null;
      const details = await stored.findDetails(encodingId);
      if (details === null) throw new Error(`Video ${uid} is not ready`);
      const { durationSeconds } = details;
      const ffmpegPath = await ffmpeg();
      return withWorkFolder(workFolder, uid, async (folder) => {
        const clip = `${stored.encoding(encodingId)}${FILES.clip}`;
        await download(files, clip, join(folder, FILES.clip));
        return sampleFrames({ ffmpegPath, folder, durationSeconds, random });
      });
    },
    async thumbnail(uid) {
      const encodingId = (await tickets.find(uid))?.encodingId ?? null;
      const stored = filesOf(uid);
      const found =
        (await files.open(`${stored.encoding(encodingId)}${FILES.thumbnail}`)) ??
        (await files.open(`${stored.published}${FILES.thumbnail}`));
      if (found === null) throw new Error(`Video ${uid} is not ready`);
      return collectBytes(found.read());
    },
    async publish(uid) {
      await filesOf(uid).publish((await tickets.find(uid))?.encodingId ?? null);
      const path = `${WATCH_PATH}/${uid}`;
      return {
        streamUrl: `${path}/${FILES.playlist}`,
        thumbnailUrl: `${path}/${FILES.thumbnail}`,
      };
    },
    // This service serves the files, and refuses those of removed videos.
    unpublish: async () => undefined,
    delete: createStoredVideos(storage).remove,
    readWebhook: () => null,
    local: {
      receive: (upload) => receiveUpload({ files, tickets, now }, upload),
      isIsolated: canIsolate,
      bytesOf: (uid) => filesOf(uid).bytes(),
      isPublished: (uid) => filesOf(uid).isPublished(),
    },
  };
}

/** @throws Error when the object does not exist */
async function download(files: ObjectStore, key: string, path: string): Promise<void> {
  const found = await files.open(key);
  if (found === null) throw new Error(`There is no stored object ${key}`);
  await pipeline(found.read(), createWriteStream(/* turbopackIgnore: true */ path));
}

/** Runs tasks one after the other: one encoding uses all spare CPU time. */
function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
