import { z } from "zod";
import { OPERATIONS } from "@/lib/operations/all";
import { nothing, type Operation } from "@/lib/operations/operation";
import { joinSignals } from "@/lib/shared/abort";
import type { CallOptions } from "./call";
import type { Client, RequestOptions } from "./client-types";
import { type WaitOptions, waitForLaunch } from "./launch";
import { callWithRetries } from "./retry";
import { type StreamOptions, streamMarket } from "./stream-market";
import { type SendOptions, sendVideo, type VideoWaitOptions, waitForVideo } from "./video";
import type { ChainSlug } from "./wire";

export type ClientOptions = {
  /** Origin of the service, `http://localhost:3000`; empty for the origin of the page. */
  baseUrl: string;
  /** Sends the requests; the global `fetch` if absent. */
  fetch?: typeof fetch | undefined;
  /** Aborts every request of this client. */
  signal?: AbortSignal | undefined;
  /** Sent with every request to the service; not with uploads to its video provider. */
  headers?: Record<string, string> | undefined;
};

/**
 * Creates a client of the Data API and the Launch API with one method per operation.
 * Launches and managers get an `Idempotency-Key` if you give none; reads and requests with a key are
 * retried after network errors.
 * @throws TypeError when `baseUrl` is not an http(s) URL. Methods throw ApiError; TypeError for an invalid
 * key or options in the place of a query or body, and RangeError for an invalid `timeoutMs`, with nothing sent.
 */
export function createClient(options: ClientOptions): Client;
// The methods are created from a table at run time, which TypeScript cannot derive `Client` from.
export function createClient(options: ClientOptions): object {
  checkBaseUrl(options.baseUrl);
  const calls = Object.entries<Operation>(OPERATIONS).filter(
    ([, { mediaType, form }]) => mediaType === undefined && form === undefined,
  );
  const methods = calls.map(([id, operation]) => [
    id,
    async (...args: unknown[]) => {
      const { input, own } = readArguments(operation, args);
      return run(options, own, (merged) => callWithRetries(operation, input, merged));
    },
  ]);
  return {
    ...Object.fromEntries(methods),
    async *streamMarket(chain: ChainSlug, own: StreamOptions = {}) {
      const { merged, release } = mergeOptions(options, own);
      try {
        yield* streamMarket(chain, merged);
      } finally {
        release();
      }
    },
    waitForLaunch: (jobId: string, own: WaitOptions = {}) =>
      run(options, own, (merged) => waitForLaunch(jobId, merged)),
    sendVideo: (uploadURL: string, file: Blob, own: SendOptions = {}) =>
      run(options, own, (merged) => sendVideo(uploadURL, file, merged)),
    waitForVideo: (uid: string, own: VideoWaitOptions = {}) =>
      run(options, own, (merged) => waitForVideo(uid, merged)),
  };
}

async function run<Own extends RequestOptions, Result>(
  options: ClientOptions,
  own: Own,
  work: (merged: Own & CallOptions) => Promise<Result>,
): Promise<Result> {
  const { merged, release } = mergeOptions(options, own);
  try {
    return await work(merged);
  } finally {
    release();
  }
}

/**
 * Splits the arguments of a method in the order of `Method` in client-types.ts.
 * @throws TypeError for options in the place of the query or the body, where a secret would be sent
 */
function readArguments(operation: Operation, args: readonly unknown[]) {
  const rest = [...args];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const params = Object.fromEntries(names.map((name) => [name, rest.shift()]));
  const next = () => refuseOptions(operation, rest.shift() ?? {});
  const query = operation.query === nothing ? {} : next();
  const body = operation.bodyBytesMax === 0 ? undefined : isEmpty(operation.body) ? {} : next();
  // Earlier versions required an empty body before the options.
  if (isEmpty(operation.body) && rest.length > 1) next();
  const own: RequestOptions = rest.shift() ?? {};
  return { input: { params, query, body }, own };
}

/** Whether a schema is an object without fields. */
function isEmpty(schema: Operation["body"]): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
}

const OPTION_NAMES = Object.keys({
  signal: true,
  timeoutMs: true,
  idempotencyKey: true,
  managementSecret: true,
  onProof: true,
} satisfies Record<keyof RequestOptions, true>);

function refuseOptions({ id }: Operation, argument: unknown): unknown {
  if (typeof argument !== "object" || argument === null) return argument;
  const found = OPTION_NAMES.find((name) => Reflect.get(argument, name) !== undefined);
  if (found === undefined) return argument;
  throw new TypeError(`${id}: ${found} is an option. Pass the options as the last argument`);
}

/**
 * @throws TypeError for headers that no request can have
 * @returns `release`, to call when the request is over: the client's signal may live much longer
 */
function mergeOptions<Own extends RequestOptions>(
  { baseUrl, fetch, signal, headers }: ClientOptions,
  own: Own,
): { merged: Own & CallOptions; release(): void } {
  const { managementSecret } = own;
  const sent: Record<string, string> = { ...headers };
  if (managementSecret !== undefined) sent.Authorization = `Bearer ${managementSecret}`;
  // Before the signals are joined: without a result nobody could release them.
  requireValidHeaders(sent);
  const joined =
    signal === undefined || own.signal === undefined ? null : joinSignals([signal, own.signal]);
  const one = joined?.signal ?? signal ?? own.signal;
  const merged = {
    ...own,
    baseUrl,
    ...(fetch === undefined ? {} : { fetch }),
    ...(Object.keys(sent).length === 0 ? {} : { headers: sent }),
    ...(one === undefined ? {} : { signal: one }),
  };
  return { merged, release: () => joined?.release() };
}

/**
 * `fetch` rejects an invalid header with the same TypeError as a lost connection, which would be retried.
 * @throws TypeError for an invalid name or value
 */
function requireValidHeaders(headers: Record<string, string>): void {
  void new Headers(headers);
}

function checkBaseUrl(baseUrl: string): void {
  const isRight = baseUrl === "" || (URL.canParse(baseUrl) && /^https?:/i.test(baseUrl));
  if (!isRight) throw new TypeError(`baseUrl must be an http or https address, not "${baseUrl}"`);
}
