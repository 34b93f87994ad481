import type { Executor } from "../db/create-database";
import { SecretsError } from "./secrets-error";
import type { WrappingKey, WrappingKeys } from "./wrapping-key";

/** A secret as the database holds it. */
export type SecretRow = {
  name: string;
  /** The id of the key that encrypts it. */
  keyId: string;
  sealed: Uint8Array;
  /** Identifies the value without revealing it. */
  fingerprint: string;
  createdAt: Date;
  /** When it was last encrypted with another key. */
  wrappedAt: Date;
};

export type SecretRows = {
  list(): Promise<SecretRow[]>;
  insert(row: SecretRow): Promise<void>;
  /** Replaces how a secret is encrypted, not the secret. */
  rewrap(row: Pick<SecretRow, "name" | "keyId" | "sealed" | "wrappedAt">): Promise<void>;
  remove(name: string): Promise<void>;
};

/** The secrets of an installation, shared by all of its processes. */
export type SecretStore = Pick<SecretRows, "list"> & {
  /** Runs `work` in a database transaction, one process at a time. */
  exclusively<T>(work: (rows: SecretRows, tx: Executor) => Promise<T>): Promise<T>;
};

/** A secret as `show` prints it. */
export type SecretState = Omit<SecretRow, "sealed"> & {
  /** Whether a configured key decrypts it. */
  opens: boolean;
};

/** The secrets while no other process changes them. */
export type LockedSecrets = {
  open(name: string): Promise<Buffer | null>;
  create(name: string, secret: Uint8Array, fingerprint?: string): Promise<void>;
  replace(name: string, secret: Uint8Array): Promise<void>;
};

export type Secrets = {
  /**
   * @returns null when the installation has no secret of that name
   * @throws SecretsError when no configured key decrypts it
   */
  open(name: string): Promise<Buffer | null>;
  /**
   * The secret of that name. The first process of the installation creates it; all others get the
   * same one, also when they start at once.
   * @throws SecretsError as `open`, and when the other secrets need another key
   */
  openOrCreate(name: string, create: () => Uint8Array): Promise<Buffer>;
  exclusively<T>(work: (secrets: LockedSecrets, tx: Executor) => Promise<T>): Promise<T>;
  /**
   * Encrypts all secrets with the current key, in one database transaction. Repeating it after an
   * interruption finishes the rest.
   * @throws SecretsError when one of them does not decrypt; then none is changed
   */
  rotate(): Promise<{ rewrapped: string[]; unchanged: string[] }>;
  list(): Promise<SecretState[]>;
};

/** Secrets in a database, encrypted with a key that the database does not have. */
export function createSecrets(options: {
  store: SecretStore;
  keys: WrappingKeys;
  now: () => Date;
}): Secrets {
  const { store, keys, now } = options;

  function lock(rows: SecretRows): LockedSecrets {
    async function create(name: string, secret: Uint8Array, fingerprint?: string): Promise<void> {
      const key = keyFor(await rows.list(), keys);
      const at = now();
      await rows.insert({
        name,
        keyId: key.id,
        sealed: key.seal(name, secret),
        fingerprint: fingerprint ?? key.fingerprint(name, secret),
        createdAt: at,
        wrappedAt: at,
      });
    }
    return {
      open: async (name) => openIn(await rows.list(), name, keys),
      create,
      async replace(name, secret) {
        await rows.remove(name);
        await create(name, secret);
      },
    };
  }

  const exclusively: Secrets["exclusively"] = (work) =>
    store.exclusively((rows, tx) => work(lock(rows), tx));

  return {
    open: async (name) => openIn(await store.list(), name, keys),
    async openOrCreate(name, create) {
      // Most starts find it, and need no lock.
      const found = openIn(await store.list(), name, keys);
      if (found !== null) return found;
      return exclusively(async (secrets) => {
        const known = await secrets.open(name);
        if (known !== null) return known;
        const secret = create();
        await secrets.create(name, secret);
        return Buffer.from(secret);
      });
    },
    exclusively,
    rotate: () =>
      store.exclusively(async (rows) => {
        const all = await rows.list();
        const opened = all.map((row) => ({ row, secret: openRow(row, keys) }));
        const old = opened.filter(({ row }) => row.keyId !== keys.current.id);
        for (const { row, secret } of old) {
          const sealed = keys.current.seal(row.name, secret);
          const { name } = row;
          await rows.rewrap({ name, keyId: keys.current.id, sealed, wrappedAt: now() });
        }
        const names = old.map(({ row }) => row.name);
        return {
          rewrapped: names,
          unchanged: all.map(({ name }) => name).filter((name) => !names.includes(name)),
        };
      }),
    async list() {
      return (await store.list()).map(({ sealed, ...row }) => ({
        ...row,
        opens: canOpen({ ...row, sealed }, keys),
      }));
    },
  };
}

function canOpen(row: SecretRow, keys: WrappingKeys): boolean {
  try {
    openRow(row, keys);
    return true;
  } catch (error) {
    if (error instanceof SecretsError) return false;
    throw error;
  }
}

function openIn(rows: readonly SecretRow[], name: string, keys: WrappingKeys): Buffer | null {
  const row = rows.find((one) => one.name === name);
  return row === undefined ? null : openRow(row, keys);
}

function openRow(row: SecretRow, keys: WrappingKeys): Buffer {
  const key = [keys.current, keys.previous].find((one) => one?.id === row.keyId);
  if (key === null || key === undefined) throw wrongKey(row, keys);
  try {
    return key.unseal(row.name, row.sealed);
  } catch (cause) {
    throw new SecretsError(
      `The secret ${row.name} in the database is damaged: WALLET_SEED_KEY is its key (${row.keyId}), but it does not decrypt. Restore the table launch.secrets from a backup.`,
      { cause },
    );
  }
}

/** The key that encrypts a new secret: that of the others, so that each process needs one key. */
function keyFor(rows: readonly SecretRow[], keys: WrappingKeys): WrappingKey {
  const [first] = rows;
  if (first === undefined) return keys.current;
  const known = [keys.current, keys.previous].find((key) =>
    rows.some((row) => row.keyId === key?.id),
  );
  if (known === null || known === undefined) throw wrongKey(first, keys);
  return known;
}

function wrongKey(row: SecretRow, keys: WrappingKeys): SecretsError {
  const { current, previous } = keys;
  const found =
    previous === null
      ? `WALLET_SEED_KEY is key ${current.id}`
      : `WALLET_SEED_KEY is key ${current.id} and WALLET_SEED_KEY_PREVIOUS key ${previous.id}`;
  const isRewrapped = row.wrappedAt.getTime() > row.createdAt.getTime();
  const history = isRewrapped
    ? `was encrypted with key ${row.keyId} by a rotation at ${row.wrappedAt.toISOString()}`
    : `was encrypted with key ${row.keyId} when it was created at ${row.createdAt.toISOString()}`;
  return new SecretsError(
    `The secret ${row.name} of this installation ${history}, but ${found}. ` +
      "Set WALLET_SEED_KEY to the key that the other nodes use. A node that npm start runs without " +
      "the variable generated its key: walletSeedKey in its DATA_DIR/secrets.json. " +
      "To replace the key, run: npm run secrets -- rotate",
  );
}
