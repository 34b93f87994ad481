import { z } from "zod";
import { MODERATION_RULES } from "../../features/media/rules/moderation";
import { bucketFolder, credential, fraction, region, url, wholeNumberBetween } from "./values";

/** Storage of files and IPFS content, and processing of images and videos. */
export const contentVariables = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional()
    .meta({
      example: "slipway",
      topic: "storage",
      description:
        "Bucket for uploads, videos and IPFS content, on Amazon S3, MinIO, R2, Garage or another S3 service. " +
        "Required for nodes that do not share one `DATA_DIR`; without it, files are stored there.",
    }),
  S3_ACCESS_KEY_ID: credential.optional().meta({
    example: "slipway-node",
    topic: "storage",
    description: "Access key that may list the bucket and read, write and delete its objects.",
  }),
  S3_SECRET_ACCESS_KEY: credential
    .optional()
    .meta({ example: "s3-secret", topic: "storage", description: "Secret of the access key." }),
  S3_ENDPOINT: url.optional().meta({
    example: "https://s3.internal:9000",
    topic: "storage",
    description: "URL of the S3 service. Default: Amazon S3 in `S3_REGION`.",
  }),
  S3_REGION: region.default("us-east-1").meta({
    example: "eu-central-1",
    topic: "storage",
    description:
      "Region of the bucket: `auto` for R2; for Garage its `s3_region`, by default `garage`.",
  }),
  S3_PATH_STYLE: z.enum(["true", "false"]).default("true").meta({
    example: "true",
    topic: "storage",
    description: "`false` puts the bucket into the host name instead of the path.",
  }),
  S3_PREFIX: bucketFolder.default("").meta({
    example: "production",
    topic: "storage",
    description: "Folder in the bucket. Installations that share a bucket need one each.",
  }),
  BACKUP_S3_ACCESS_KEY_ID: credential.optional().meta({
    example: "slipway-backup",
    topic: "storage",
    description:
      "Access key of `npm run backup -- --to s3://…` and `npm run restore`. Default: `S3_ACCESS_KEY_ID`.",
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: credential.optional().meta({
    example: "backup-secret",
    topic: "storage",
    description: "Secret of that access key.",
  }),
  BACKUP_S3_ENDPOINT: url.optional().meta({
    example: "https://s3.eu-central-1.amazonaws.com",
    topic: "storage",
    description: "URL of the S3 service that has the backups. Default: `S3_ENDPOINT`.",
  }),
  BACKUP_S3_REGION: region.optional().meta({
    example: "eu-central-1",
    topic: "storage",
    description: "Region of the backups' bucket. Default: `S3_REGION`.",
  }),
  PINATA_JWT: credential.optional().meta({
    example: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
    topic: "media",
    description:
      "Pinata API token; stores content on IPFS with Pinata. The key needs to read and write files.",
  }),
  PINATA_UPLOAD_URL: url.optional().meta({
    example: "https://uploads.pinata.cloud",
    topic: "media",
    description: "Pinata upload URL, if you use a proxy.",
  }),
  PINATA_API_URL: url.optional().meta({
    example: "https://api.pinata.cloud",
    topic: "media",
    description: "Pinata API URL, by which files are removed, if you use a proxy.",
  }),
  KUBO_RPC_URL: url.optional().meta({
    example: "http://127.0.0.1:5001",
    topic: "media",
    description:
      "RPC URL of a Kubo node; takes precedence over Pinata. File storage keeps a copy, unless videos are on Cloudflare Stream and there is no bucket; without either, it is the only place.",
  }),
  KUBO_RPC_TOKEN: credential.optional().meta({
    example: "kubo-bearer-token",
    topic: "media",
    description: "Bearer token of the Kubo node, if it requires one.",
  }),
  IPFS_GATEWAY_URL: url.optional().meta({
    example: "https://trustless-gateway.link",
    topic: "media",
    description: "Trustless IPFS gateway to read content from that was not uploaded here.",
  }),
  MODERATOR_URL: url.optional().meta({
    example: "https://moderator.example.com/classify",
    topic: "media",
    description: "URL of a hosted image and video classifier; replaces the embedded one.",
  }),
  MODERATOR_TOKEN: credential
    .optional()
    .meta({ example: "moderator-token", topic: "media", description: "Token of the classifier." }),
  MODERATION_EXPLICIT_THRESHOLD: fraction.default(MODERATION_RULES.explicit.threshold).meta({
    example: "0.6",
    topic: "media",
    description: "Score from 0 to 1 at which explicit content is rejected.",
  }),
  MODERATION_SUGGESTIVE_THRESHOLD: fraction.default(MODERATION_RULES.suggestive.threshold).meta({
    example: "0.85",
    topic: "media",
    description: "Score from 0 to 1 at which suggestive content is rejected.",
  }),
  MEDIA_DISK_BYTES_MAX: wholeNumberBetween(1, Number.MAX_SAFE_INTEGER)
    .default(10 * 1024 ** 3)
    .meta({
      example: "10737418240",
      topic: "media",
      description:
        "Space for uploads in file storage, at Pinata, Kubo or Cloudflare Stream. When full, the oldest unused uploads are removed first.",
    }),
  FFMPEG_PATH: z.string().optional().meta({
    example: "/usr/bin/ffmpeg",
    topic: "media",
    description: "Path of an ffmpeg binary (4.1 to 7); replaces the bundled one.",
  }),
  CLOUDFLARE_ACCOUNT_ID: credential.optional().meta({
    example: "023e105f4ecef8ad9ca31a8372d0c353",
    topic: "media",
    description:
      "Cloudflare account for videos on Cloudflare Stream. When unset, videos are encoded and served here.",
  }),
  CLOUDFLARE_STREAM_TOKEN: credential.optional().meta({
    example: "stream-edit-token",
    topic: "media",
    description: "API token with the permission to edit Stream.",
  }),
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: credential.optional().meta({
    example: "85011ed3a913c6ad5f9cf6c5573cc0a7",
    topic: "media",
    description: "Verifies the webhook that reports an encoded video. Its state is polled as well.",
  }),
  CLOUDFLARE_API_URL: url.optional().meta({
    example: "https://api.cloudflare.com/client/v4",
    topic: "media",
    description: "Cloudflare API URL, if you use a proxy.",
  }),
};
