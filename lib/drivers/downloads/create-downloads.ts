import type { IncomingMessage, RequestOptions } from "node:http";
import { Agent, type AgentOptions, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { unlessAborted } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import { onNoResponse } from "@/lib/shared/http/on-no-response";
import { isPublicAddress } from "@/lib/support/calls/public-address";
import { type ResolveHost, resolveHost } from "@/lib/support/calls/resolve-host";

/** Fetches URLs that users supply. */
export type Downloads = {
  /**
   * The bytes at an https URL on port 443, from public addresses only; or why they could not be
   * fetched, as public text.
   * @throws AppError dependency_unavailable if it was ended for the downloads of others
   */
  fetchPublic(url: string, bytesMax: number): Promise<{ bytes: Buffer } | { problem: string }>;
};

/** The message is public. */
class DownloadError extends Error {
  override readonly name = "DownloadError";
}

/** A download, and the bytes that it has received. */
type Running = { limit: AbortController; startedAt: number; bytes: number };

const REDIRECTS_MAX = 3;
const TIMEOUT_MS = 15_000;
/**
 * Downloads beyond this number end the slowest one that is slow. Less than the requests that `upload-image-url`
 * accepts at a time: a few people with slow servers would occupy all of them.
 */
const AT_ONCE = 12;
/** A download is never ended before this. */
const SPARED_MS = 3_000;
/** Faster downloads are ended only by the time limit. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;
const HTTPS_PORT = 443;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PRIVATE = "its host has a private address";

/**
 * Downloads that cannot reach this machine or its networks: the address is checked where the
 * connection is opened, so that a name cannot resolve to another one in between, and again for each
 * redirect. Not `fetch`: it has no hook between both.
 * @param options for tests: allowed addresses and port, the resolver, trusted certificates and limits
 */
export function createDownloads(
  options: {
    isAllowed?: (address: string) => boolean;
    port?: number;
    resolve?: ResolveHost;
    tls?: Pick<AgentOptions, "ca">;
    timeoutMs?: number;
    atOnce?: number;
    sparedMs?: number;
  } = {},
): Downloads {
  const { isAllowed = isPublicAddress, port = HTTPS_PORT, resolve = resolveHost } = options;
  const { tls = {}, timeoutMs = TIMEOUT_MS, atOnce = AT_ONCE, sparedMs = SPARED_MS } = options;
  const running = new Set<Running>();

  function endSlowest(): void {
    if (running.size <= atOnce) return;
    const now = performance.now();
    let slowest: { one: Running; pace: number } | null = null;
    for (const one of running) {
      const forMs = now - one.startedAt;
      const pace = (one.bytes / forMs) * 1_000;
      if (forMs < sparedMs || pace >= SLOW_BYTES_PER_SECOND) continue;
      if (slowest === null || pace < slowest.pace) slowest = { one, pace };
    }
    slowest?.one.limit.abort(crowdedOut());
  }

  /** Resolves a name; fails if one of its addresses is not allowed. */
  const guardedLookup: LookupFunction = (hostname, { all }, done) => {
    resolve(hostname)
      .catch(() => [])
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw new DownloadError("its host has no address");
        if (!found.every(({ address }) => isAllowed(address))) throw refused();
        if (all === true) done(null, found);
        else done(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => done(error, ""));
  };

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    // Node does not call `lookup` for a literal address.
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw refused();
    const requestOptions: RequestOptions & AgentOptions = {
      ...tls,
      agent: new Agent({ keepAlive: false, maxSockets: 1 }),
      lookup: guardedLookup,
      signal,
      headers: { Accept: "image/*", "Accept-Encoding": "identity", "User-Agent": "launchpad" },
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, requestOptions, resolve);
      onNoResponse(sent, reject);
      sent.end();
    });
  }

  function requireAddress(text: string, base?: URL): URL {
    if (!URL.canParse(text, base)) throw new DownloadError("it is not a URL");
    const url = new URL(text, base);
    if (url.protocol !== "https:") throw new DownloadError("it is not an https URL");
    if (url.username !== "" || url.password !== "") {
      throw new DownloadError("it contains a user name or a password");
    }
    if (Number(url.port || HTTPS_PORT) !== port) throw new DownloadError("its port is not 443");
    return url;
  }

  async function download(text: string, bytesMax: number, one: Running): Promise<Buffer> {
    let url = requireAddress(text);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await open(url, one.limit.signal);
      const { statusCode: status = 0, headers } = response;
      if (!REDIRECTS.includes(status)) return readAll(response, bytesMax, one);
      response.destroy();
      url = requireAddress(headers.location ?? "", url);
    }
    throw new DownloadError(`it redirects more than ${REDIRECTS_MAX} times`);
  }

  return {
    async fetchPublic(url, bytesMax) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), timeoutMs);
      const one: Running = { limit, startedAt: performance.now(), bytes: 0 };
      running.add(one);
      endSlowest();
      // Those that began together were all spared. A timer may fire slightly early.
      const later = setTimeout(endSlowest, sparedMs + 10);
      try {
        return { bytes: await unlessAborted(download(url, bytesMax, one), limit.signal) };
      } catch (error) {
        if (error instanceof DownloadError) return { problem: error.message };
        const { aborted: isLate, reason } = limit.signal;
        if (reason instanceof AppError) throw reason;
        return {
          problem: isLate ? "its server did not answer in time" : "its server cannot be reached",
        };
      } finally {
        clearTimeout(timer);
        clearTimeout(later);
        running.delete(one);
      }
    },
  };
}

function crowdedOut(): AppError {
  const text =
    "Too many concurrent requests, and the server of the image is slow. Try again later.";
  return new AppError("dependency_unavailable", text, { retryAfterSeconds: 5 });
}

function refused(): DownloadError {
  return new DownloadError(PRIVATE);
}

/** @throws DownloadError */
async function readAll(response: IncomingMessage, bytesMax: number, one: Running): Promise<Buffer> {
  const { statusCode, headers } = response;
  const tooLarge = () => new DownloadError(`it has more than ${bytesMax} bytes`);
  try {
    if (statusCode !== 200) throw new DownloadError(`its server returned status ${statusCode}`);
    if (Number(headers["content-length"] ?? 0) > bytesMax) throw tooLarge();
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      one.bytes += bytes.length;
      if (one.bytes > bytesMax) throw tooLarge();
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
