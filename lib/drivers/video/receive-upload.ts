import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { AppError, type ErrorCode } from "@/lib/shared/errors";
import { receiveFile } from "./receive-file";
import type { ClaimRefusal, TicketBook } from "./ticket-book";
import { videoFolder } from "./video-folder";
import type { LocalVideos } from "./video-provider";

/** How long a claim holds without being renewed, and how often it is. */
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

/** See `LocalVideos.receive`. An upload that fails gives the ticket back and leaves nothing. */
export async function receiveUpload(
  { root, tickets, now }: { root: string; tickets: TicketBook; now: () => Date },
  { token, contentType, body, reserve }: Parameters<LocalVideos["receive"]>[0],
): Promise<{ uid: string; sizeBytes: number }> {
  const claimId = randomUUID();
  const until = () => new Date(now().getTime() + CLAIM_MS);
  const ticket = await tickets.claim(hashToken(token), claimId, until());
  if (typeof ticket === "string") {
    // Anybody can make up a URL: nothing of what is sent to one is read.
    if (ticket !== "unknown") await drain(body);
    refuse(ticket);
  }
  const { uid, sizeBytesMax } = ticket;
  const folder = videoFolder(root, uid);
  const path = folder.source(claimId);
  const renewing = setInterval(() => {
    // A claim that cannot be renewed runs out; `use` notices.
    tickets.renew(claimId, until()).catch(() => undefined);
  }, RENEW_MS);
  try {
    await reserve(uid, sizeBytesMax);
    await mkdir(folder.path, { recursive: true });
    const sizeBytes = await receiveFile({ contentType, body, path, sizeBytesMax });
    if (!(await tickets.use(claimId))) refuse("used");
    return { uid, sizeBytes };
  } catch (error) {
    await rm(path, { force: true });
    // Fails when another upload to the same URL has its file there, which is as it should be.
    await rmdir(folder.path).catch(() => undefined);
    await tickets.release(claimId);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

const DRAINED_BYTES_MAX = 64 * 1024 * 1024;
const DRAIN_MS_MAX = 3_000;

/** Reads a body that nobody wants for a while, so that its sender gets to see the answer. */
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
    // The sender has gone away: there is nobody left to answer.
  } finally {
    clearTimeout(timer);
  }
}
