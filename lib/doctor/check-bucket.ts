import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createS3Store } from "@/lib/drivers/storage/s3";
import type { Env } from "@/lib/env";
import { type Finding, failed, ok, skipped, textOf } from "./finding";

const PERMISSIONS = "s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject";

/** Whether this process can write, read and delete an object in the configured bucket. */
export async function checkBucket({ storage: { s3 } }: Pick<Env, "storage">): Promise<Finding> {
  const check = { check: "file storage", variable: "S3_BUCKET" };
  if (s3 === null) {
    return skipped({ ...check, found: "no bucket is set: files are stored in DATA_DIR" });
  }
  const store = createS3Store(s3);
  const key = `doctor/${randomBytes(8).toString("hex")}`;
  const content = Buffer.from(key);
  let step = "write";
  try {
    await store.put(key, chunksOf(content));
    step = "read";
    const object = await store.open(key);
    if (object === null) throw new Error("the object was not found");
    if (!(await buffer(object.read())).equals(content)) throw new Error("the object has changed");
    step = "delete";
    await store.delete(key);
    return ok({ ...check, found: `writes, reads and deletes objects in ${s3.bucket}` });
  } catch (error) {
    return explain(s3, step, error);
  }
}

/** Names the variables that explain a failure. */
function explain(
  { bucket, endpoint }: NonNullable<Env["storage"]["s3"]>,
  step: string,
  error: unknown,
): Finding {
  const check = "file storage";
  const cause = textOf(error instanceof Error && error.cause ? error.cause : error);
  if (cause.includes("There is no bucket") || cause.includes("NoSuchBucket")) {
    return failed({
      check,
      variable: "S3_BUCKET",
      found: `there is no bucket ${bucket}; uploads return 503`,
      remedy: "Create the bucket, or correct S3_BUCKET, S3_ENDPOINT and S3_REGION",
    });
  }
  if (/status 40[13]\b/.test(cause)) {
    return failed({
      check,
      variable: "S3_ACCESS_KEY_ID",
      found: `the store does not allow this key to ${step} an object in ${bucket}: ${cause}`,
      remedy: `Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and allow the key ${PERMISSIONS}`,
    });
  }
  return failed({
    check,
    variable: endpoint === null ? "S3_REGION" : "S3_ENDPOINT",
    found: `cannot ${step} an object in ${bucket}: ${cause}`,
    remedy: "Start the store, or correct S3_ENDPOINT and S3_REGION",
  });
}

async function* chunksOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
