import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { SandboxError } from "../process/sandbox-error";
import { hashFile } from "./hash-file";

const FORMAT = 1;
export const MANIFEST = "manifest.json";

const storedFile = z.object({
  /** Relative to the folder of the backup, with slashes. */
  path: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$)).+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredFile = z.output<typeof storedFile>;

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  file: storedFile,
});
export type StoredTable = z.output<typeof table>;

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** Null when no number was taken yet. */
  last: z.string().regex(/^\d+$/).nullable(),
});
export type StoredSequence = z.output<typeof sequence>;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Time of the database snapshot. */
  takenAt: z.iso.datetime(),
  slipwayVersion: z.string(),
  installation: z.object({ id: z.string(), epoch: z.number().int() }),
  /** The last migration of the database. */
  migration: z.object({ tag: z.string(), when: z.number() }),
  postgresVersion: z.string(),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Files of `DATA_DIR`, below `data/`. */
  files: z.array(storedFile),
  /** Whether the files with keys in plain text are included. */
  hasSecrets: z.boolean(),
  /** The bucket with uploads and IPFS blocks, which a backup does not copy. */
  bucket: z.string().nullable(),
  /** Chains that were sandboxes; their nodes are not part of a backup. */
  sandboxChains: z.array(z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The manifest as text, written last: a folder without it is not a complete backup. */
export function toManifestFile(manifest: Omit<Manifest, "format">): {
  name: string;
  text: string;
} {
  return {
    name: MANIFEST,
    text: `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`,
  };
}

/**
 * @param name where the text comes from, for the message
 * @throws SandboxError when it is damaged or of another format
 */
export function parseManifest(text: string, name: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new SandboxError(`${name} is damaged, or was written by another version of Slipway.`);
  }
}

/**
 * Reads a backup's manifest and verifies the checksum of every file.
 * @throws SandboxError when it is not a backup, incomplete, damaged or of another format
 */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
    throw new SandboxError(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  });
  const manifest = parseManifest(text, join(folder, MANIFEST));
  const damaged: string[] = [];
  for (const stored of [...manifest.tables.map(({ file }) => file), ...manifest.files]) {
    const found = await hashFile(join(folder, stored.path));
    if (found === null) damaged.push(`${stored.path} is missing`);
    else if (found.sha256 !== stored.sha256) damaged.push(`${stored.path} is damaged`);
  }
  if (damaged.length > 0) {
    throw new SandboxError(
      `The backup in ${folder} cannot be used:\n  ${damaged.slice(0, 20).join("\n  ")}`,
    );
  }
  return manifest;
}
