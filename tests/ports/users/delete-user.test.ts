import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { recordOrigin } from "@/lib/features/moderation/record-origin";
import { createLaunchOrigins } from "@/lib/features/moderation/store/create-launch-origins";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createSessionStore } from "@/lib/features/users/store/create-session-store";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { startTestDatabase } from "../../setup/database/postgres";
import { onlySeed, testSeed } from "../../setup/stack/seeds";

const NAME = "ada@example.com";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** The statements of "Personal data of users" in docs/operations.md. */
async function readStatements(): Promise<string> {
  const text = await readFile("docs/operations.md", "utf8");
  const [, after = ""] = text.split("## Personal data of users");
  const found = /```sql\n(.+?)```/s.exec(after)?.[1];
  if (found === undefined) throw new Error("docs/operations.md has no statements");
  return found;
}

it("the documented statements delete one account with its sessions, and no wallet", async () => {
  const { db } = database;
  const now = () => new Date();
  const accounts = createAccountStore(db, now, "live");
  const sessions = createSessionStore(db, now, "live");
  const wallets = createHdWalletProvider(
    onlySeed(testSeed("a")),
    createWalletRegistry(db, now, "live"),
    createWalletOwners(db, managedWallets, now, "live"),
    async () => null,
  );
  const open = async (name: string, id: string) => {
    const identity = { type: "email", stableId: name, name, proofChainId: null } as const;
    const signedIn = await accounts.signIn(identity, { current: null, newId: id });
    await sessions.open({ id, accountId: signedIn?.accountId ?? "", identity });
    return (await wallets.resolvePerson(identity, name)).address;
  };
  const address = await open(NAME, "first");
  await open("grace@example.com", "other");

  await db.$client.query(await readStatements());
  expect(await accounts.find("first")).toBeNull();
  expect(await sessions.find("first")).toBeNull();
  expect(await accounts.find("other")).not.toBeNull();
  expect(await sessions.find("other")).not.toBeNull();

  expect(await open(NAME, "again")).toBe(address);
  expect((await accounts.find("again"))?.identities).toHaveLength(1);
});

it("the documented statements also find an X user's launches, by the name in lower case", async () => {
  const { db } = database;
  const now = () => new Date();
  const accounts = createAccountStore(db, now, "live");
  const identity = { type: "twitter", stableId: "42", name: "Ada_L", proofChainId: null } as const;
  await accounts.signIn(identity, { current: null, newId: "x-user" });
  const origins = createLaunchOrigins(db, now);
  const launches = [
    { token: `0x${"1".repeat(40)}`, id: "Ada_L" },
    { token: `0x${"2".repeat(40)}`, id: "Grace" },
  ] as const;
  for (const { token, id } of launches) {
    await recordOrigin({
      ctx: { launchOrigins: origins },
      input: {
        ...{ chainId: 8453, token, jobId: id, caller: null },
        creator: { type: "twitter", id },
      },
    });
  }
  await db.$client.query(
    (await readStatements()).replace(
      "'email' as type, 'ada@example.com'",
      "'twitter' as type, '42'",
    ),
  );
  expect(await accounts.find("x-user")).toBeNull();
  const creators = await Promise.all(
    launches.map(({ token: address }) => origins.find({ chainId: 8453, address })),
  );
  expect(creators.map((origin) => origin?.creator)).toEqual([
    null,
    { type: "twitter", value: "grace" },
  ]);
});
