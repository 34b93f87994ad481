import type { Values } from "./environment";

/** For price feeds that this service sets. */
export type FeedSource = {
  privateKey: `0x${string}`;
  rpcUrl: string;
  feed: `0x${string}`;
};

/** The service that has backups in a bucket. */
export type BackupService = {
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  pathStyle: boolean;
};

/** The bucket of uploads, videos and IPFS content. */
export type Bucket = BackupService & { bucket: string; prefix: string };

/** Destination and selection of spans. */
export type Tracing = {
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  delayMs: number;
  sampler: Values["OTEL_TRACES_SAMPLER"];
  ratio: number;
  serviceName: string | null;
  resource: Record<string, string>;
};

/** Null if this service sets no price feeds. */
export function feedSourceOf(values: Values): FeedSource | null {
  const { FEED_SETTER_PRIVATE_KEY, FEED_SOURCE_RPC_URL, FEED_SOURCE_ADDRESS } = values;
  // `findHalfPairs` has rejected an incomplete configuration.
  if (!FEED_SETTER_PRIVATE_KEY || !FEED_SOURCE_RPC_URL || !FEED_SOURCE_ADDRESS) return null;
  return {
    privateKey: FEED_SETTER_PRIVATE_KEY,
    rpcUrl: FEED_SOURCE_RPC_URL,
    feed: FEED_SOURCE_ADDRESS,
  };
}

/** Null without an access key. */
export function backupS3Of(values: Values): BackupService | null {
  const accessKeyId = values.BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID;
  if (accessKeyId === undefined) return null;
  return {
    endpoint: values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT ?? null,
    region: values.BACKUP_S3_REGION ?? values.S3_REGION,
    accessKeyId,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY ?? "",
    pathStyle: values.S3_PATH_STYLE === "true",
  };
}

/** Null: files are in `DATA_DIR`. */
export function s3Of(values: Values): Bucket | null {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  // `findHalfPairs` has rejected an incomplete configuration.
  if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined) return null;
  return {
    endpoint: values.S3_ENDPOINT ?? null,
    region: values.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
    pathStyle: values.S3_PATH_STYLE === "true",
    prefix: values.S3_PREFIX,
  };
}

/** Null if traces are off. */
export function tracingOf(values: Values): Tracing | null {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const url =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`);
  if (url === null || values.OTEL_SDK_DISABLED === "true") return null;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
    serviceName: values.OTEL_SERVICE_NAME ?? null,
    resource: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
  };
}
