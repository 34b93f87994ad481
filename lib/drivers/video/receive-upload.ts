import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { AppError, type ErrorCode } from "@/lib/shared/errors";
import { receiveFile } from "./receive-file";
import type { ClaimRefusal, TicketStore } from "./ticket-store";
import { videoFolder } from "./video-folder";
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

/** See `LocalVideos.receive`. A failed upload releases the ticket and removes its files. */
export async function receiveUpload(
  { root, tickets, now }: { root: string; tickets: TicketStore; now: () => Date },
  { token, contentType, body, reserve }: Parameters<LocalVideos["receive"]>[0],
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
  const folder = videoFolder(root, uid);
  const path = folder.source(claimId);
  const renewing = setInterval(() => {
    // A claim that cannot be renewed expires; `use` then fails.
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
    // Fails when another upload to the same URL has stored its file there, which is correct.
    await rmdir(folder.path).catch(() => undefined);
    await tickets.release(claimId);
    throw error;
  } finally {
    clearInterval(renewing);
  }
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
