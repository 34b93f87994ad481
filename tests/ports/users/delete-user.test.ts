import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
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
