import type { S3Client } from "@aws-sdk/client-s3";
import { AppError } from "@/lib/shared/errors";
import { memoizeAsync } from "@/lib/support/memoize-async";

export type S3Options = {
  /** Null for Amazon S3. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Bucket in the path instead of the host name. */
  pathStyle: boolean;
  /** Put before every key; empty, or ends with `/`. */
  prefix: string;
  /** How long the store may take to respond to a call without a body. */
  answerMsMax?: number;
  /** How long a body may pause. */
  idleMsMax?: number;
};

type Sdk = typeof import("@aws-sdk/client-s3");

const ANSWER_MS_MAX = 2_000;
const CONNECT_MS_MAX = 1_000;
/** Slowest connection to a store that an upload may have, in bytes per millisecond. */
const BYTES_PER_MS_MIN = 128;
/** A body is sent without a check if the store responded this recently. */
const FRESH_MS = 5_000;
const SOCKETS_MAX = 128;

/** The SDK with its client and our timeouts. */
export type S3Calls = {
  /**
   * Runs a call. Null when the object is missing.
   * @param bytes size of the body that is sent
   * @throws AppError dependency_unavailable
   */
  run<T>(
    call: (sdk: Sdk, client: S3Client, abort: { abortSignal: AbortSignal }) => Promise<T>,
    bytes?: number,
  ): Promise<T | null>;
  /** Checks quickly that the store responds, unless it did so just now. */
  requireAnswering(): Promise<void>;
};

export function createS3Calls(options: S3Options): S3Calls {
  const { answerMsMax = ANSWER_MS_MAX, bucket } = options;
  let answeredAt = Number.NEGATIVE_INFINITY;

  /** Loaded on first use: a process without a bucket does not need its 20 MB of memory. */
  const load = memoizeAsync(async () => {
    const sdk = await import("@aws-sdk/client-s3");
    return { sdk, client: createClient(sdk, options) };
  });

  const run: S3Calls["run"] = async (call, bytes = 0) => {
    const { sdk, client } = await load();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), answerMsMax + bytes / BYTES_PER_MS_MIN);
    try {
      const answer = await call(sdk, client, { abortSignal: abort.signal });
      answeredAt = performance.now();
      return answer;
    } catch (error) {
      if (isMissing(error)) {
        answeredAt = performance.now();
        return null;
      }
      throw storageUnavailable(error);
    } finally {
      // The signal must not end a body that is still being read.
      clearTimeout(timer);
    }
  };
  return {
    run,
    async requireAnswering() {
      if (performance.now() - answeredAt < FRESH_MS) return;
      const found = await run((sdk, client, abort) =>
        client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), abort),
      );
      if (found === null) throw storageUnavailable(new Error(`There is no bucket ${bucket}`));
    },
  };
}

function createClient(sdk: Sdk, options: S3Options): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = options;
  const agent = { maxSockets: SOCKETS_MAX, keepAlive: true };
  return new sdk.S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Garage, R2 and older MinIO servers reject or ignore the SDK's default checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS_MAX, httpAgent: agent, httpsAgent: agent },
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name);
}

/** Keeps only the kind of failure: messages of the SDK may quote a request. */
export function storageUnavailable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const cause = new Error(`The S3 store failed: ${kindOf(error)}`);
  const text = "File storage does not respond. Try again later.";
  return new AppError("dependency_unavailable", text, { cause, retryAfterSeconds: 5 });
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.message.startsWith("There is no bucket")) return error.message;
  const status =
    "$response" in error && typeof error.$response === "object" && error.$response !== null
      ? statusOf(error.$response)
      : "";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return `${code}${status}`;
}

function statusOf(response: object): string {
  return "statusCode" in response ? ` (status ${String(response.statusCode)})` : "";
}
