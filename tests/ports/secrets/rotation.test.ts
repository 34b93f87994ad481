import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSecrets, type SecretStore } from "@/lib/drivers/secrets/create-secrets";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { secrets } from "@/lib/features/secrets/store/tables";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { ADA, type Installation, keyOf, startInstallation } from "./support/start-installation";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());
beforeEach(() => installation.reset());

const now = () => new Date();
const [OLD, NEW] = [keyOf("2"), keyOf("4")];
const openSecrets = (
  current: string,
  previous?: string,
  store: SecretStore = createSecretStore(installation.db),
) => createSecrets({ store, keys: readWrappingKeys({ current, previous }), now });
const rotate = () => openSecrets(NEW, OLD).rotate();
const start = (name: string, variables: Record<string, string> = {}) =>
  prepareRealm({ ctx: installation.node(name, variables) });

it("changes no wallet and no session of running web servers, and those with both keys start before and after", async () => {
  const running = installation.node("a");
  const before = await running.wallets.resolve(ADA);
  const { secret } = await running.sessions.unlock();
  const BOTH = { WALLET_SEED_KEY: NEW, WALLET_SEED_KEY_PREVIOUS: OLD };
  const early = installation.node("b", BOTH);
  expect(await early.wallets.resolve(ADA)).toEqual(before);

  const names = (await rotate()).rewrapped;
  expect(names).toHaveLength(2);
  const other = { type: "email", id: "bob@example.com" } as const;
  const onRunning = await running.wallets.resolve(other);
  expect(await early.wallets.resolve(other)).toEqual(onRunning);
  const restarted = installation.node("c", BOTH);
  expect(await restarted.wallets.resolve(other)).toEqual(onRunning);
  const later = installation.node("d", { WALLET_SEED_KEY: NEW });
  expect(await later.wallets.resolve(other)).toEqual(onRunning);
  expect(await later.sessions.unlock()).toMatchObject({ secret });

  await expect(start("a")).rejects.toThrow(/by a rotation at .* Set WALLET_SEED_KEY/);
});

it("finishes when it is repeated, and then changes nothing", async () => {
  await start("a");
  const [session] = await installation.db.select().from(secrets).where(eq(secrets.name, "session"));
  await rotate();
  // As if only the wallet seed had been encrypted with the new key.
  if (session === undefined) throw new Error("No session secret");
  await installation.db.update(secrets).set(session).where(eq(secrets.name, "session"));
  await start("b", { WALLET_SEED_KEY: NEW, WALLET_SEED_KEY_PREVIOUS: OLD });
  expect((await rotate()).rewrapped).toEqual(["session"]);
  expect((await rotate()).rewrapped).toEqual([]);
  expect((await openSecrets(NEW).rotate()).unchanged).toHaveLength(3);
  await start("c", { WALLET_SEED_KEY: NEW });
});

it("changes none of them when it breaks off or one does not decrypt", async () => {
  await start("a");
  const before = await installation.db.select().from(secrets).orderBy(secrets.name);
  const store = createSecretStore(installation.db);
  let rewrapped = 0;
  const breaking: SecretStore = {
    list: store.list,
    exclusively: (work) =>
      store.exclusively((rows, tx) =>
        work(
          {
            ...rows,
            async rewrap(row) {
              if (rewrapped > 0) await tx.execute(sql`select 1 / 0`);
              rewrapped += 1;
              await rows.rewrap(row);
            },
          },
          tx,
        ),
      ),
  };
  await expect(openSecrets(NEW, OLD, breaking).rotate()).rejects.toThrow();
  expect(rewrapped).toBe(1);
  expect(await installation.db.select().from(secrets).orderBy(secrets.name)).toEqual(before);
  await expect(openSecrets(NEW, keyOf("5")).rotate()).rejects.toThrow(SecretsError);
  await expect(openSecrets(NEW).rotate()).rejects.toThrow(SecretsError);
  expect(await installation.db.select().from(secrets).orderBy(secrets.name)).toEqual(before);
  await rotate();
});

it("and servers that start at the same time all open the same secrets", async () => {
  const { address } = await installation.node("a").wallets.resolve(ADA);
  const variables = { WALLET_SEED_KEY: NEW, WALLET_SEED_KEY_PREVIOUS: OLD };
  const starts = Array.from({ length: 4 }, (_, index) =>
    installation.node(`node-${index}`, variables).wallets.resolve(ADA),
  );
  const [, ...wallets] = await Promise.all([rotate(), ...starts]);
  expect(new Set(wallets.map((wallet) => wallet.address))).toEqual(new Set([address]));
});
