import { asc, eq } from "drizzle-orm";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockNumber } from "@/lib/drivers/db/locks/advisory-locks";
import type { SecretRows, SecretStore } from "@/lib/drivers/secrets/create-secrets";
import { secrets } from "./tables";

/** The encrypted secrets of the installation, in Postgres. */
export function createSecretStore(db: Database): SecretStore {
  return {
    list: rowsIn(db).list,
    exclusively: (work) =>
      db.transaction(async (tx) => {
        await lockNumber(tx, "secrets");
        return work(rowsIn(tx), tx);
      }),
  };
}

function rowsIn(db: Executor): SecretRows {
  return {
    async list() {
      const rows = await db.select().from(secrets).orderBy(asc(secrets.name));
      return rows.map(({ sealed, ...row }) => ({
        ...row,
        sealed: Buffer.from(sealed.slice(2), "hex"),
      }));
    },
    async insert({ sealed, ...row }) {
      await db.insert(secrets).values({ ...row, sealed: toHex(sealed) });
    },
    async remove(name) {
      await db.delete(secrets).where(eq(secrets.name, name));
    },
    async rewrap({ name, sealed, ...changed }) {
      await db
        .update(secrets)
        .set({ ...changed, sealed: toHex(sealed) })
        .where(eq(secrets.name, name));
    },
  };
}

function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
