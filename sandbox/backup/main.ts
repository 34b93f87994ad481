import pg from "pg";
import { exitWithUsage, readArgs } from "@/lib/commands/read-args";
import { MigrationError } from "@/lib/drivers/db/migrate";
import { childEnv, type Env, EnvError, readEnv, required } from "@/lib/env";
import { AppError } from "@/lib/shared/errors";
import { errorText } from "@/lib/shared/text/error-text";
import { onSandbox } from "../on-sandbox";
import { errorCode, SandboxError } from "../process/sandbox-error";
import { type BackupPlace, toBackupPlace } from "./backup-place";
import { createBackup } from "./create-backup";
import type { Manifest } from "./manifest";
import { removeOldBackups } from "./remove-old-backups";
import { restoreBackup } from "./restore-backup";
import { fenceDatabase } from "./restore-database";

const BACKUP_USAGE = `Usage: npm run backup -- --to FOLDER [--keep N] [--with-secrets]
       npm run backup -- --to s3://BUCKET/FOLDER [--with-secrets]

  --keep N  afterwards, removes older backups next to FOLDER until N remain, the new one included`;
const RESTORE_USAGE = `Usage: npm run restore -- --from FOLDER|s3://BUCKET/FOLDER [--force]
       npm run restore -- --database-restored    after another tool restored the database`;

const BACKUP_OPTIONS = {
  to: { type: "string" },
  keep: { type: "string" },
  "with-secrets": { type: "boolean", default: false },
} as const;
const RESTORE_OPTIONS = {
  from: { type: "string" },
  force: { type: "boolean", default: false },
  "database-restored": { type: "boolean", default: false },
} as const;

/** A folder, disk or network that cannot be used, such as `EACCES`. The message names it. */
const SYSTEM_ERROR = /^E[A-Z]+$/;

type Options = { root: string; args: string[] };

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Errors whose message is enough: a stack would hide it. */
function isForOperator(error: unknown): error is Error {
  return [EnvError, SandboxError, MigrationError, pg.DatabaseError].some(
    (kind) => error instanceof kind,
  );
}

/** Runs a command and reports errors for the operator. @returns the exit code */
async function run(command: () => Promise<void>): Promise<number> {
  try {
    await command();
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof Error) {
      process.stderr.write(`${error.cause.message}\n`);
      return 1;
    }
    const code = errorCode(error);
    if (code !== null && SYSTEM_ERROR.test(code)) {
      process.stderr.write(`${errorText(error)}\n`);
      return 1;
    }
    if (!isForOperator(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function sizeOf({ tables, files }: Omit<Manifest, "format">): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables.map(({ file }) => file), ...files].reduce(
    (sum, file) => sum + file.bytes,
    0,
  );
  const megabytes = (bytes / 1e6).toFixed(1);
  return `${rows} rows of ${tables.length} tables, ${files.length} files, ${megabytes} MB`;
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * The number of `--keep`; null keeps all. Ends the process if it is no number above 0, or the backup
 * goes to a bucket.
 */
function readKeep(text: string | undefined, { kind }: BackupPlace): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    exitWithUsage(BACKUP_USAGE, "--keep must be a whole number above 0.");
  }
  if (kind === "folder") return Number(text);
  return exitWithUsage(
    BACKUP_USAGE,
    "--keep is for folders. Let the lifecycle of the bucket remove old backups: then a machine that is broken into cannot delete them.",
  );
}

/** `npm run backup -- --to FOLDER|s3://…`, while Slipway runs or not. */
export function backup({ root, args }: Options): Promise<number> {
  return run(async () => {
    const { values } = readArgs({ args, options: BACKUP_OPTIONS }, BACKUP_USAGE);
    const { to = "", "with-secrets": withSecrets } = values;
    if (to === "") exitWithUsage(BACKUP_USAGE, "--to is missing.");
    const env = readEnv(childEnv({}));
    const startedAt = performance.now();
    const place = toBackupPlace(to, env);
    const keep = readKeep(values.keep, place);
    const write = (databaseUrl: string) =>
      createBackup({ env, root, databaseUrl, place, withSecrets });
    const needed = { database: true, chain: null };
    const taken =
      env.DATABASE_URL === undefined
        ? await onSandbox({ env, needed, root }, ({ DATABASE_URL = "" }) => write(DATABASE_URL))
        : await write(env.DATABASE_URL);
    print(`Backup of ${taken.takenAt}: ${sizeOf(taken)}, in ${secondsSince(startedAt)}.`);
    print(place.kind === "folder" ? place.folder : place.url);
    for (const note of notesOf(taken, env)) print(note);
    if (keep === null || place.kind === "bucket") return;
    const { removed, unfinished } = await removeOldBackups(place.folder, keep);
    if (removed.length > 0) print(`Removed older backups: ${removed.join(", ")}.`);
    if (unfinished.length === 0) return;
    print(`Remove these by hand, unless a backup is running: ${unfinished.join(", ")}.`);
  });
}

/** Notes on the data that a backup does not contain. */
export function notesOf(
  { hasSecrets, sandboxChains, bucket }: Pick<Manifest, "hasSecrets" | "sandboxChains" | "bucket">,
  { ipfs }: Pick<Env, "ipfs">,
): string[] {
  const notes = [
    hasSecrets
      ? "It contains keys in plain text: anyone who reads it can spend the users' funds. Encrypt it."
      : "It contains no keys. Store WALLET_SEED_KEY, SERVER_WALLET_PRIVATE_KEY and NEXTAUTH_SECRET elsewhere, or add --with-secrets for generated ones.",
  ];
  if (sandboxChains.length > 0)
    notes.push(`It does not contain the sandbox chains (${sandboxChains.join(", ")}).`);
  if (bucket !== null) notes.push(`It does not contain the bucket ${bucket}.`);
  const provider = ipfs.kuboUrl !== undefined ? "Kubo" : ipfs.pinataJwt && "Pinata";
  if (provider && bucket === null) {
    notes.push(
      ipfs.keepsCopies
        ? `It does not contain images and metadata that only ${provider} has: those of releases before copies were kept here.`
        : `It does not contain images and metadata: only ${provider} has them.`,
    );
  }
  return notes;
}

/** `npm run restore -- --from FOLDER|s3://BUCKET/FOLDER [--force]`, while Slipway is stopped. */
export function restore({ root, args }: Options): Promise<number> {
  return run(async () => {
    const { values } = readArgs({ args, options: RESTORE_OPTIONS }, RESTORE_USAGE);
    const { from = "", force: isForced, "database-restored": isRestored } = values;
    const env = readEnv(childEnv({}));
    if (isRestored) {
      const fenced = await fenceDatabase({
        databaseUrl: required(env, "DATABASE_URL"),
        root,
        realms: env,
      });
      print(`The database has epoch ${fenced.epoch}. ${fencedText(fenced)}`);
      return;
    }
    if (from === "") exitWithUsage(RESTORE_USAGE, "--from is missing.");
    const startedAt = performance.now();
    const place = toBackupPlace(from, env);
    const options = { env, root, place, isForced };
    const { manifest, fenced, replaced } = await restoreBackup(options);
    print(`Restored ${manifest.takenAt}: ${sizeOf(manifest)}, in ${secondsSince(startedAt)}.`);
    if (replaced !== null) print(`Replaced files were moved to ${replaced}`);
    if (manifest.bucket !== null) print(`Uploads are in the bucket ${manifest.bucket}.`);
    print(fencedText(fenced));
  });
}

function fencedText({ requeued, failed }: { requeued: number; failed: number }): string {
  return `${requeued} open transactions continue; ${failed} waiting withdrawals and trades failed. Everyone must sign in again.`;
}
