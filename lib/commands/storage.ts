import { copyObjects, STORED_FOLDERS } from "@/lib/drivers/storage/copy-objects";
import { createDiskStore } from "@/lib/drivers/storage/disk";
import { giveToOwner } from "@/lib/drivers/storage/give-to-owner";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { EnvError, readEnv } from "@/lib/env";
import { AppError } from "@/lib/shared/errors";
import { exitWithUsage, readArgs } from "./read-args";

/** `npm run storage -- copy --to s3|disk`: copies files between `DATA_DIR` and the bucket. */

const PROGRESS_EVERY = 500;

const USAGE = `Usage: npm run storage -- copy --to s3|disk

Copies files between DATA_DIR and the bucket. Nothing is removed.`;

const { positionals, values } = readArgs(
  { allowPositionals: true, options: { to: { type: "string" } } },
  USAGE,
);
const { to } = values;
if (positionals.join() !== "copy") exitWithUsage(USAGE, "The only subcommand is copy.");
if (to !== "s3" && to !== "disk") exitWithUsage(USAGE, "--to must be s3 or disk.");
try {
  const { dataDir, s3 } = readEnv().storage;
  if (s3 === null) {
    throw new EnvError("Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY first.");
  }
  const [disk, bucket] = [createDiskStore(dataDir), createS3Store(s3)];
  const [source, target] = to === "s3" ? [disk, bucket] : [bucket, disk];
  const { copied, skipped, bytes } = await copyObjects(source, target, (report) => {
    const count = report.copied + report.skipped;
    if (count % PROGRESS_EVERY === 0) process.stdout.write(`${count} files\n`);
  }).finally(() => (to === "disk" ? giveToOwner(dataDir, STORED_FOLDERS) : undefined));
  process.stdout.write(
    `${copied} files copied to ${to} (${bytes} bytes), ${skipped} were there already\n`,
  );
} catch (error) {
  process.stderr.write(
    `${explain(error)}\nNothing was removed. Run the command again to continue.\n`,
  );
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}
