import { createHash, type Hash, randomUUID } from "node:crypto";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { AppError, type ErrorCode } from "@/lib/shared/errors";
import { CONTAINER_HEAD_BYTES, isVideoContainer } from "./is-video-container";
import { receiveFile, wrongFile } from "./receive-file";
import type { ClaimRefusal, TicketStore } from "./ticket-store";
import { videoFiles } from "./video-files";
import type { LocalVideos } from "./video-provider";

/** How long a claim lasts without renewal, and how often it is renewed. */
const CLAIM_MS = 30_000;
const RENEW_MS = 8_000;

const REFUSALS = {
  unknown: { code: "upload_not_found", text: "This upload URL does not exist" },
  used: { code: "upload_used", text: "This upload URL was already used" },
  busy: { code: "upload_used", text: "Another upload to this URL is in progress" },
  expired: { code: "upload_expired", text: "This upload URL has expired. Request a new one." },
} as const satisfies Record<ClaimRefusal, { code: ErrorCode; text: string }>;

function refuse(why: ClaimRefusal): never {
  throw new AppError(REFUSALS[why].code, REFUSALS[why].text);
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * See `LocalVideos.receive`. A failed upload releases the ticket and removes its file; one whose ticket is
 * used has not failed.
 */
export async function receiveUpload(
  { files, tickets, now }: { files: ObjectStore; tickets: TicketStore; now: () => Date },
  { token, contentType, body, reserve, release, check }: Parameters<LocalVideos["receive"]>[0],
): Promise<{ uid: string; sizeBytes: number }> {
  const claimId = randomUUID();
  const until = () => new Date(now().getTime() + CLAIM_MS);
  const ticket = await tickets.claim(hashToken(token), claimId, until());
  if (typeof ticket === "string") {
    // Anyone can invent a URL, so a body sent to an unknown one is not read.
    if (ticket !== "unknown") await drain(body);
    refuse(ticket);
  }
  const { uid, sizeBytesMax } = ticket;
  const key = videoFiles(files, uid).source(claimId);
  const renewing = setInterval(() => {
    // A claim that cannot be renewed expires; `use` then fails.
    tickets.renew(claimId, until()).catch(() => undefined);
  }, RENEW_MS);
  let sizeBytes = 0;
  let isUsing = false;
  try {
    await reserve(uid, sizeBytesMax);
    // A store that is down is reported before the client sends the whole file.
    await files.has(key);
    const hash = createHash("sha256");
    const store = (file: AsyncIterable<Uint8Array>) => files.put(key, hashed(file, hash));
    sizeBytes = await receiveFile({ contentType, body, store, sizeBytesMax });
    const fileDigest = hash.digest("hex");
    await check(fileDigest);
    isUsing = true;
    if (!(await tickets.use(claimId, { sizeBytes, fileDigest }))) refuse("used");
  } catch (error) {
    // A reservation that is not released is removed with the video. One that is made for a later claim, or
    // for a file that is stored, must stay.
    if (await tickets.renew(claimId, until()).catch(() => false)) await release(uid);
    // A claim that cannot be released expires.
    await tickets.release(claimId).catch(() => undefined);
    // The answer of `use` may be lost after it was stored; nobody could send the file again.
    const state = isUsing ? await findUse(tickets, uid, claimId) : "unused";
    if (state === "used") return { uid, sizeBytes };
    // A file that cannot be removed now is removed together with the video.
    if (state === "unused") await files.delete(key).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  return { uid, sizeBytes };
}

/** Whether the upload of a claim used its ticket; `unknown` while the database does not respond. */
async function findUse(tickets: TicketStore, uid: string, claimId: string) {
  try {
    const found = await tickets.find(uid);
    return found?.isUsed === true && found.claimId === claimId ? "used" : "unused";
  } catch {
    // The caller throws the error that came first.
    return "unknown";
  }
}

/** @throws AppError invalid_body for a file that is no video, after its last byte */
async function* hashed(file: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of file) {
    const missing = CONTAINER_HEAD_BYTES - head.length;
    if (missing > 0) head = Buffer.concat([head, chunk.subarray(0, missing)]);
    hash.update(chunk);
    yield chunk;
  }
  if (!isVideoContainer(head))
    throw wrongFile("The file is not a video. Use MP4, MOV, MKV or WebM.");
}

const DRAINED_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 3_000;

/** Reads and discards a body for a while, so that the client receives the response. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  let size = 0;
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS_MAX);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > DRAINED_BYTES_MAX) break;
    }
    await reader.cancel();
  } catch {
    // The client has disconnected; nobody is left to respond to.
  } finally {
    clearTimeout(timer);
  }
}
