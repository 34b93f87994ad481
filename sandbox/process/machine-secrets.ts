import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorText } from "@/lib/shared/text/error-text";
import { errorCode, SandboxError } from "./sandbox-error";
import { writeFileAtomic } from "./write-file-atomic";

const key = z.string().regex(/^0x[0-9a-f]{64}$/);
const secretsSchema = z.object({
  postgresPassword: z.string().min(16),
  storeToken: z.string().min(16),
  serverWalletPrivateKey: key,
  walletSeedKey: key,
  /** The key before, while a rotation is in progress. */
  walletSeedKeyPrevious: key.optional(),
  faucetToken: z.string().min(16),
  outboxKey: z.string().regex(/^[0-9a-f]{32,}$/),
  // Earlier versions generated these on each machine; now they are in the database.
  inngestSigningKey: z.string().min(16).optional(),
  inngestEventKey: z.string().min(16).optional(),
  sessionSecret: z.string().min(16).optional(),
});
const MOVED = ["inngestSigningKey", "inngestEventKey", "sessionSecret"] as const;

/**
 * Generated once per data folder; private keys are 0x and 64 hex characters. They belong to services
 * on this machine that start before the database, or next to it: its own password, the rate-limit
 * store, the sandbox chains. `walletSeedKey` encrypts the secrets in the database.
 */
export type MachineSecrets = z.output<typeof secretsSchema>;

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

function generate(): MachineSecrets {
  return {
    postgresPassword: hex(24),
    storeToken: hex(24),
    serverWalletPrivateKey: `0x${hex(32)}`,
    walletSeedKey: `0x${hex(32)}`,
    faucetToken: hex(24),
    outboxKey: hex(16),
  };
}

/** Folders whose content is useless without the secrets that were generated with it. */
const KEPT_BY_SECRETS = ["postgres", "chains"];

async function holdsData(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch(() => []);
  return names.some((name) => KEPT_BY_SECRETS.includes(name));
}

/**
 * The secrets of a data folder (`secrets.json`, mode 0600), generated on the first start. A secret
 * that a newer version added is generated and stored; any other problem prevents the start.
 * @throws SandboxError when the file is damaged, unreadable, or missing next to existing data
 */
export async function readSecrets(dataDir: string): Promise<MachineSecrets> {
  await mkdir(dataDir, { recursive: true });
  const path = pathIn(dataDir);
  const stored = await readStored(path, dataDir);
  const merged = { ...generate(), ...stored };
  const secrets = secretsSchema.safeParse(merged);
  if (!secrets.success) {
    const names = secrets.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw damaged(path, dataDir, `invalid value of ${names}`);
  }
  if (stored === null || Object.keys(secrets.data).some((name) => !(name in stored))) {
    await write(path, secrets.data);
  }
  await chmod(path, 0o600);
  return secrets.data;
}

/** Removes the secrets that the database has now. */
export async function removeMovedSecrets(dataDir: string): Promise<void> {
  const secrets = await readSecrets(dataDir);
  if (MOVED.every((name) => secrets[name] === undefined)) return;
  const { inngestSigningKey: _1, inngestEventKey: _2, sessionSecret: _3, ...own } = secrets;
  await write(pathIn(dataDir), own);
}

/** A new `walletSeedKey`; the present one stays as the previous one. An unfinished change stays. */
export async function beginSeedKeyChange(dataDir: string): Promise<MachineSecrets> {
  const secrets = await readSecrets(dataDir);
  if (secrets.walletSeedKeyPrevious !== undefined) return secrets;
  const { walletSeedKey: walletSeedKeyPrevious } = secrets;
  const changed = { ...secrets, walletSeedKey: generate().walletSeedKey, walletSeedKeyPrevious };
  await write(pathIn(dataDir), changed);
  return changed;
}

/** Removes the previous key, which nothing needs anymore. */
export async function endSeedKeyChange(dataDir: string): Promise<void> {
  const { walletSeedKeyPrevious: _, ...kept } = await readSecrets(dataDir);
  await write(pathIn(dataDir), kept);
}

function pathIn(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

function write(path: string, secrets: MachineSecrets): Promise<void> {
  return writeFileAtomic(path, `${JSON.stringify(secrets, null, 2)}\n`);
}

async function readStored(path: string, dataDir: string): Promise<Record<string, unknown> | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw damaged(path, dataDir, errorText(error));
    if (!(await holdsData(dataDir))) return null;
    throw damaged(
      path,
      dataDir,
      "the file is missing, but the folder contains data created with it",
    );
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw damaged(path, dataDir, "not a JSON object");
  }
}

function damaged(path: string, dataDir: string, reason: string): SandboxError {
  return new SandboxError(
    `The secrets in ${path} cannot be used: ${reason}.\n` +
      "They belong to the data in this folder, so they are not generated again. Restore the file, or\n" +
      `delete the whole folder ${dataDir} for a clean start (this deletes tokens, trades and jobs).`,
  );
}
