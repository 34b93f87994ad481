import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { encodeVideo } from "./ffmpeg/encode-video";
import { UnreadableVideoError } from "./ffmpeg/ffmpeg";
import { FILES } from "./ffmpeg/ffmpeg-arguments";
import { canIsolate } from "./ffmpeg/isolate";
import type { Probe } from "./ffmpeg/probe";
import { sampleFrames } from "./ffmpeg/sample-frames";
import { openStoredFile } from "./open-file";
import { hashToken, receiveUpload } from "./receive-upload";
import type { TicketBook } from "./ticket-book";
import { exists, videoFolder } from "./video-folder";
import type { ProviderVideo, VideoProvider } from "./video-provider";

const UID = /^[0-9a-f]{32}$/;
/** Where the routes of this service take and serve files. */
const UPLOAD_PATH = "/api/v1/upload-video";
const WATCH_PATH = "/videos";

/**
 * Videos on the disk of this machine: taken, encoded by ffmpeg and served by this service.
 * @param options.root created on first use
 * @param options.ffmpeg finds the program
 * @param options.probe looks at an uploaded file; see `probe-video.ts`
 */
export function createEmbeddedVideoProvider(options: {
  root: string;
  ffmpeg: () => Promise<string>;
  tickets: TicketBook;
  probe: (path: string, durationSecondsMax: number) => Promise<Probe>;
  now: () => Date;
}): VideoProvider {
  const { root, ffmpeg, tickets, probe, now } = options;
  const folderOf = (uid: string) => videoFolder(root, uid);
  const oneAtATime = createTurns();

  async function get(uid: string): Promise<ProviderVideo | null> {
    const folder = folderOf(uid);
    const answer = { uid, reason: null, details: null };
    const details = await folder.readDetails();
    if (details !== null) return { ...answer, state: "ready", details };
    const reason = await folder.readRefusal();
    if (reason !== null) return { ...answer, state: "error", reason };
    const ticket = await tickets.find(uid);
    if (ticket === null) return null;
    if (!ticket.isUsed) {
      if (ticket.expiresAt > now()) return { ...answer, state: "waiting" };
      return { ...answer, state: "error", reason: "Nothing was uploaded before the URL expired." };
    }
    const isThere = ticket.claimId !== null && (await exists(folder.source(ticket.claimId)));
    return isThere ? { ...answer, state: "processing" } : null;
  }

  async function encode(uid: string, durationSecondsMax: number): Promise<void> {
    const state = (await get(uid))?.state;
    const claimId = (await tickets.find(uid))?.claimId ?? null;
    if (state !== "processing" || claimId === null) return;
    const folder = folderOf(uid);
    const source = folder.source(claimId);
    await folder.removeWork();
    const found = await probe(source, durationSecondsMax);
    if (found.kind === "refused") return folder.refuse(found.reason);
    try {
      await encodeVideo({ ffmpegPath: await ffmpeg(), folder, source, found, durationSecondsMax });
    } catch (error) {
      if (!(error instanceof UnreadableVideoError)) throw error;
      await folder.refuse(error.message);
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
    prepare: (uid, { durationSecondsMax }) => oneAtATime(() => encode(uid, durationSecondsMax)),
    async sampleFrames(uid) {
      const folder = folderOf(uid);
      const details = await folder.readDetails();
      if (details === null) throw new Error(`Video ${uid} is not ready`);
      const { durationSeconds } = details;
      const ffmpegPath = await ffmpeg();
      return sampleFrames({ ffmpegPath, folder: folder.stream, durationSeconds });
    },
    thumbnail: (uid) => readFile(join(folderOf(uid).stream, FILES.thumbnail)),
    async publish(uid) {
      await folderOf(uid).publish();
      const path = `${WATCH_PATH}/${uid}`;
      return {
        streamUrl: `${path}/${FILES.playlist}`,
        thumbnailUrl: `${path}/${FILES.thumbnail}`,
      };
    },
    async delete(uid) {
      if (UID.test(uid)) await rm(folderOf(uid).path, { recursive: true, force: true });
    },
    readNews: () => null,
    local: {
      receive: (upload) => receiveUpload({ root, tickets, now }, upload),
      open: async (uid, name) =>
        UID.test(uid) ? openStoredFile(folderOf(uid).published, name) : null,
      isIsolated: canIsolate,
      bytesOf: (uid) => folderOf(uid).bytes(),
      async listStored() {
        const names = await readdir(root).catch(() => []);
        return names.filter((name) => UID.test(name));
      },
    },
  };
}

/** Lets one task run after the other: an encoding takes all that the machine can spare. */
function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}
