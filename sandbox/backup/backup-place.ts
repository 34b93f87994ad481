import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { checkKey, type ObjectStore } from "@/lib/drivers/storage/object-store";
import { createS3Store } from "@/lib/drivers/storage/s3";
import type { Env } from "@/lib/env";
import { SandboxError } from "../process/sandbox-error";

/** A backup's place: a folder of this machine, or a folder of a bucket. */
export type BackupPlace = { kind: "folder"; folder: string } | ({ kind: "bucket" } & BucketFolder);

/** A folder of a bucket; `root` is its last part, with a slash, and begins every key. */
export type BucketFolder = { url: string; bucket: ObjectStore; root: string };

const S3_URL =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:[\w.-]{1,200}\/)*)([\w.-]{1,200})\/?$/;
const ANY_URL = /^[a-z][a-z\d+.-]+:\/\//i;
/** A command can use longer timeouts than a server that handles requests. */
const TIMES = { answerMsMax: 30_000, idleMsMax: 60_000 };

/**
 * The place of `--to` and `--from`.
 * @throws SandboxError when it is neither a folder nor a complete `s3://` URL, or without an access key
 */
export function toBackupPlace(text: string, { backupS3 }: Pick<Env, "backupS3">): BackupPlace {
  const [isUrl, bucketName = "", prefix = "", name = ""] = S3_URL.exec(text) ?? [];
  if (isUrl === undefined) {
    if (!ANY_URL.test(text)) return { kind: "folder", folder: resolve(text) };
    throw new SandboxError(
      `${text} is neither a folder nor a folder in a bucket, such as s3://backups/slipway/2026-01-31. Names have letters, digits, _, . and -.`,
    );
  }
  if (`${prefix}${name}`.split("/").some((part) => part === "." || part === "..")) {
    throw new SandboxError(`${text} has . or .. in its path.`);
  }
  if (backupS3 === null) {
    throw new SandboxError(
      "Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or the S3_* variables, to use a bucket.",
    );
  }
  const options = { ...backupS3, ...TIMES, bucket: bucketName, prefix };
  const url = `s3://${bucketName}/${prefix}${name}`;
  return { kind: "bucket", url, bucket: createS3Store(options), root: `${name}/` };
}

/** The key of a backup's file. Keys allow fewer characters than names of files. */
export function toBackupKey({ root }: BucketFolder, path: string): string {
  const key = `${root}${path}`;
  try {
    checkKey(key);
    return key;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `${root}named/${createHash("sha256").update(path).digest("hex")}`;
  }
}
