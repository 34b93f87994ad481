import { ContentTooLargeError } from "@/lib/drivers/ipfs/ipfs";
import { isCid } from "@/lib/shared/cid";
import { tokenDocument } from "../schemas/token-document";
import type { Waker } from "./create-waker";
import type { IndexerContext } from "./indexer-context";
import type { PendingMetadata } from "./store/market-store";

const DOCUMENT_BYTES_MAX = 65_536;
const READ_TIMEOUT_MS = 10_000;
const AT_ONCE = 8;
const IDLE_PAUSE_MS = 2_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 600_000;
/** The last tries are ten minutes apart: a document that nobody serves for hours is given up. */
const ATTEMPTS_MAX = 24;

/** What resolving needs. It reads by hash from where the operator says; no address of a token. */
type Ctx = Pick<IndexerContext, "log" | "clock" | "datasets" | "ipfs">;

/** The document will not get better by asking again. */
class BadDocumentError extends Error {
  override readonly name = "BadDocumentError";
}

/**
 * Gives launched tokens their descriptions, images and links until `signal` ends. Tokens are listed
 * before this; a document that cannot be had is asked for again, later each time.
 */
export async function resolveMetadata(
  ctx: Ctx,
  options: { signal: AbortSignal; waker: Waker; readMsMax?: number },
): Promise<void> {
  const { signal, waker, readMsMax = READ_TIMEOUT_MS } = options;
  while (!signal.aborted) {
    let done = 0;
    try {
      const pending = await ctx.datasets.listPendingMetadata({
        now: ctx.clock.now(),
        limit: AT_ONCE,
      });
      await Promise.all(pending.map((token) => resolveToken(ctx, token, readMsMax)));
      done = pending.length;
    } catch (error) {
      // The database is away; the follower says so and both wait for it.
      ctx.log.debug({ err: error }, "metadata fetch delayed");
    }
    if (done < AT_ONCE) await waker.wait(IDLE_PAUSE_MS, signal);
  }
}

async function resolveToken(ctx: Ctx, pending: PendingMetadata, readMsMax: number): Promise<void> {
  const { token, uri, attempts } = pending;
  try {
    const document = await readDocument(ctx, uri, readMsMax);
    // Within: a document that cannot be stored must not stop those of others.
    await ctx.datasets.saveMetadata(uri, document);
  } catch (error) {
    const isLast = error instanceof BadDocumentError || attempts + 1 >= ATTEMPTS_MAX;
    const pauseMs = Math.min(RETRY_LAST_MS, RETRY_FIRST_MS * 2 ** attempts);
    const retryAt = isLast ? null : new Date(ctx.clock.now().getTime() + pauseMs);
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log[isLast ? "warn" : "debug"]({ token, uri, attempts, reason }, "no metadata");
    await ctx.datasets.failMetadata({ token, retryAt });
  }
}

async function readDocument(ctx: Ctx, uri: string, readMsMax: number) {
  const cid = uri.startsWith("ipfs://") ? uri.slice("ipfs://".length) : "";
  if (!isCid(cid)) throw new BadDocumentError("only ipfs:// addresses are read");
  const bytes = await withTimeout(readAtMost(ctx, cid, AbortSignal.timeout(readMsMax)), readMsMax);
  if (bytes === null) throw new Error("not found on IPFS");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new BadDocumentError("not JSON", { cause });
  }
  const parsed = tokenDocument.safeParse(json);
  if (!parsed.success) throw new BadDocumentError("not a JSON object", { cause: parsed.error });
  return parsed.data;
}

/** A content address says always the same: what is too large once is so for good. */
async function readAtMost(ctx: Ctx, cid: string, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    return await ctx.ipfs.read(cid, DOCUMENT_BYTES_MAX, signal);
  } catch (cause) {
    const isTooLarge = cause instanceof ContentTooLargeError;
    throw isTooLarge ? new BadDocumentError("too large", { cause }) : cause;
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("IPFS did not respond in time")), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
