import { ContentTooLargeError, type Ipfs } from "@/lib/drivers/ipfs/ipfs";
import { DOCUMENT_BYTES_MAX, tokenDocument } from "@/lib/schemas/token-document";
import { timeoutSignal } from "@/lib/shared/abort";
import { cidOfUri } from "@/lib/shared/cid";
import type { IndexerContext } from "./indexer-context";
import type { PollTimer } from "./polling/create-poll-timer";
import type { PendingMetadata } from "./store/dataset-types";

const READ_TIMEOUT_MS = 10_000;
const AT_ONCE = 8;
const IDLE_PAUSE_MS = 2_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 600_000;
/** The last attempts are 10 minutes apart, so a missing document is retried for hours. */
const ATTEMPTS_MAX = 24;

/** Documents are read by CID from the operator's IPFS; a URL chosen by a token is never fetched. */
type Ctx = Pick<IndexerContext, "log" | "clock" | "datasets"> & { ipfs: Pick<Ipfs, "read"> };

/** The document is invalid; a retry cannot succeed. */
class BadDocumentError extends Error {
  override readonly name = "BadDocumentError";
}

/**
 * Adds descriptions, images and links to launched tokens until `signal` aborts. Tokens are listed
 * without them first. A document that cannot be read is retried with exponential backoff.
 */
export async function resolveMetadata(
  ctx: Ctx,
  options: { signal: AbortSignal; pollTimer: PollTimer; readMsMax?: number },
): Promise<void> {
  const { signal, pollTimer, readMsMax = READ_TIMEOUT_MS } = options;
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
      // The database is unreachable; `followChain` logs that, and both retry.
      ctx.log.debug({ err: error }, "metadata fetch delayed");
    }
    if (done < AT_ONCE) await pollTimer.wait(IDLE_PAUSE_MS, signal);
  }
}

async function resolveToken(ctx: Ctx, pending: PendingMetadata, readMsMax: number): Promise<void> {
  const { token, uri, attempts } = pending;
  try {
    const document = await readDocument(ctx, uri, readMsMax);
    // Inside the try: a document that cannot be stored must not block other tokens.
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
  const cid = cidOfUri(uri);
  if (cid === null) throw new BadDocumentError("only ipfs:// addresses are read");
  const bytes = await withTimeout(readAtMost(ctx, cid, timeoutSignal(readMsMax)), readMsMax);
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

/** Content of a CID never changes, so one that is too large is never retried. */
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
