import { createDecipheriv, createHash } from "node:crypto";
import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { createWrappingKey, readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { secrets } from "@/lib/features/secrets/store/tables";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import {
  ADA,
  type Installation,
  keyOf,
  startInstallation,
} from "../../ports/secrets/support/start-installation";

/** Someone has a dump of the database, or a web server with another key. */
let installation: Installation;
let values: Buffer[];
beforeAll(async () => {
  installation = await startInstallation();
  const ctx = installation.node("a");
  await ctx.wallets.resolve(ADA);
  await prepareRealm({ ctx });
  const opened = openSecrets(keyOf("2"));
  const names = (await opened.list()).map(({ name }) => name);
  values = (await Promise.all(names.map((name) => opened.open(name)))).flatMap((one) => one ?? []);
  expect(values).toHaveLength(3);
});
afterAll(() => installation.stop());

const openSecrets = (current: string) =>
  createSecrets({
    store: createSecretStore(installation.db),
    keys: readWrappingKeys({ current, previous: undefined }),
    now: () => new Date(),
  });

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { db } = installation;
  const tables = z
    .array(z.object({ schemaname: z.string(), tablename: z.string() }))
    .parse(
      (
        await db.execute(
          sql`select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
        )
      ).rows,
    );
  let text = "";
  for (const { schemaname, tablename } of tables) {
    const table = sql`${sql.identifier(schemaname)}.${sql.identifier(tablename)}`;
    text += JSON.stringify((await db.execute(sql`select row::text from ${table} as row`)).rows);
  }
  return text;
}

it("a dump of the database does not contain the wallet seed, the session secret or the key", async () => {
  const text = await dump();
  expect(text).toContain(ADA.id);
  expect(text).toContain("wallet-seed/live/");
  for (const value of [...values, Buffer.from("22".repeat(32), "hex")]) {
    for (const form of ["hex", "base64", "base64url", "latin1"] as const) {
      expect(text).not.toContain(value.toString(form));
    }
    expect(text).not.toContain(Buffer.from(value.toString("utf8")).toString("hex"));
  }
});

it("nothing in the dump is a key that opens the secrets", async () => {
  const rows = await installation.db.select().from(secrets);
  for (const { name, keyId, sealed, fingerprint } of rows) {
    const bytes = Buffer.from(sealed.slice(2), "hex");
    const guesses = [
      Buffer.alloc(32),
      createHash("sha256").update(keyId).digest(),
      createHash("sha256").update(fingerprint).digest(),
      Buffer.from(keyId.repeat(2)),
      Buffer.from(fingerprint.repeat(2)),
      bytes.subarray(-32),
    ];
    for (const guess of guesses) {
      expect(() => createWrappingKey(guess).unseal(name, bytes)).toThrow();
      const decipher = createDecipheriv("aes-256-gcm", guess, bytes.subarray(1, 13));
      decipher.setAuthTag(bytes.subarray(13, 29));
      expect(() =>
        Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]),
      ).toThrow();
    }
  }
});

it("a web server with a wrong key gets nothing, and neither error nor log shows a key or a secret", async () => {
  let output = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  });
  const log = pino({ level: "trace" }, stream);
  const wrong = installation.node("wrong", { WALLET_SEED_KEY: keyOf("3") });
  const attempts = [
    () => prepareRealm({ ctx: { ...wrong, log } }),
    () => wrong.wallets.resolve(ADA),
    () => wrong.sessions.unlock(),
    () => openSecrets(keyOf("3")).rotate(),
  ];
  for (const attempt of attempts) {
    const error: unknown = await attempt().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SecretsError);
    log.fatal({ err: error }, "refused");
  }
  const state = JSON.stringify(await openSecrets(keyOf("3")).list());
  expect(state).toContain('"opens":false');
  for (const value of values) {
    for (const form of ["hex", "base64", "utf8"] as const) {
      expect(`${output}${state}`).not.toContain(value.toString(form));
    }
  }
  expect(output).not.toMatch(/2222|3333/);
});

it("a secret that was changed, or moved to another name or realm, is rejected", async () => {
  const { db } = installation;
  const rows = await db.select().from(secrets);
  const seed = rows.find(({ name }) => name.startsWith("wallet-seed/"));
  if (seed === undefined) throw new Error("No seed");
  const opened = openSecrets(keyOf("2"));
  const moved = seed.name.replace("/live/", "/sandbox/");
  const flipped = Buffer.from(seed.sealed.slice(2), "hex");
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  await db.insert(secrets).values([
    { ...seed, name: moved },
    { ...seed, name: "changed", sealed: `0x${flipped.toString("hex")}` },
    { ...seed, name: "short", sealed: "0x01" },
  ]);
  for (const name of [moved, "changed", "short"]) {
    await expect(opened.open(name)).rejects.toThrow(/is damaged/);
  }
});
