import type { ChainSlug } from "../domain/chains";
import { OPERATIONS } from "../operations/all";
import { nothing, type Operation } from "../operations/operation";
import type { CallOptions } from "./call";
import { callWithRetries } from "./call-with-retries";
import type { Client, RequestOptions } from "./client-types";
import { type SendOptions, sendVideo } from "./send-video";
import { type StreamOptions, streamMarket } from "./stream-market";
import { type WaitOptions, waitForLaunch } from "./wait-for-launch";
import { type VideoWaitOptions, waitForVideo } from "./wait-for-video";

export type ClientOptions = {
  /** Origin of the service, `http://localhost:3000`; empty for the page's own. */
  baseUrl: string;
  /** What sends the requests; by default the global `fetch`. */
  fetch?: typeof fetch;
  /** Ends every request of this client. */
  signal?: AbortSignal;
  /** Sent with every request. */
  headers?: Record<string, string>;
};

/**
 * A client of both interfaces: one method an operation, typed by the operation's own schemas.
 * Launches and managers get an `Idempotency-Key` when none is given, and reads and keyed requests are
 * tried again when no answer arrives.
 * @throws TypeError when `baseUrl` is not an http(s) address. Methods throw ApiError.
 */
export function createClient(options: ClientOptions): Client;
// The table decides at run time which methods there are, which no return type but `Client` can say.
export function createClient(options: ClientOptions): object {
  checkBaseUrl(options.baseUrl);
  const calls = Object.entries<Operation>(OPERATIONS).filter(
    ([, { mediaType, form }]) => mediaType === undefined && form === undefined,
  );
  const methods = calls.map(([id, operation]) => [
    id,
    (...args: unknown[]) => {
      const { input, own } = readArguments(operation, args);
      return callWithRetries(operation, input, mergeOptions(options, own));
    },
  ]);
  return {
    ...Object.fromEntries(methods),
    streamMarket: (chain: ChainSlug, own: StreamOptions = {}) =>
      streamMarket(chain, mergeOptions(options, own)),
    waitForLaunch: (jobId: string, own: WaitOptions = {}) =>
      waitForLaunch(jobId, mergeOptions(options, own)),
    sendVideo: (uploadURL: string, file: Blob, own: SendOptions = {}) =>
      sendVideo(uploadURL, file, mergeOptions(options, own)),
    waitForVideo: (uid: string, own: VideoWaitOptions = {}) =>
      waitForVideo(uid, mergeOptions(options, own)),
  };
}

/** Sorts the arguments of a method as `Method` in client-types.ts has them. */
function readArguments(operation: Operation, args: readonly unknown[]) {
  const rest = [...args];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const params = Object.fromEntries(names.map((name) => [name, rest.shift()]));
  const query = operation.query === nothing ? {} : (rest.shift() ?? {});
  const body = operation.bodyBytesMax === 0 ? undefined : (rest.shift() ?? {});
  const own: RequestOptions = rest.shift() ?? {};
  return { input: { params, query, body }, own };
}

function mergeOptions<Own extends RequestOptions>(
  { baseUrl, fetch, signal, headers }: ClientOptions,
  own: Own,
): Own & CallOptions {
  const signals = [signal, own.signal].filter((one) => one !== undefined);
  return {
    ...own,
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    ...(headers === undefined ? {} : { headers }),
    ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
  };
}

function checkBaseUrl(baseUrl: string): void {
  const isRight = baseUrl === "" || (URL.canParse(baseUrl) && /^https?:/i.test(baseUrl));
  if (!isRight) throw new TypeError(`baseUrl must be an http or https address, not "${baseUrl}"`);
}
