import { readFile } from "node:fs/promises";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHdWalletProvider } from "@/lib/drivers/wallets/hd-wallet-provider";
import { runAdminAction } from "@/lib/features/admin/run-admin-action";
import { blockCreator, unblockCreator } from "@/lib/features/moderation/change-creator";
import { recordOrigin } from "@/lib/features/moderation/record-origin";
import { blockKey } from "@/lib/features/moderation/rules/moderation";
import { createLaunchOrigins } from "@/lib/features/moderation/store/create-launch-origins";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { createSessionStore } from "@/lib/features/users/store/create-session-store";
import { createWalletOwners } from "@/lib/features/users/store/create-wallet-owners";
import { createWalletRegistry } from "@/lib/features/users/store/create-wallet-registry";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { startTestDatabase } from "../../setup/database/postgres";
import { onlySeed, testSeed } from "../../setup/stack/seeds";
import { createLonelyContext } from "../support/open-pipeline";

const NAME = "ada@example.com";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** The statements of "Personal data of users" in docs/operations.md: of an account, or of an earlier name. */
async function readStatements(of: "account" | "earlier name" = "account"): Promise<string> {
  const text = await readFile("docs/operations.md", "utf8");
  const [, after = ""] = text.split("## Personal data of users");
  const blocks = [...after.matchAll(/```sql\n(.+?)```/gs)];
  const found = blocks[of === "account" ? 0 : 1]?.[1];
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

/** The columns with a text, in any table. */
async function columnsWith(text: string): Promise<string[]> {
  const { $client } = database.db;
  const { rows } = await $client.query<{ column: string; found: string }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as column,
       format('select 1 from %I.%I where %I::text ilike $1 limit 1', table_schema, table_name, column_name) as found
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and data_type in ('text', 'jsonb', 'ARRAY') order by 1`,
  );
  const columns: string[] = [];
  for (const { column, found } of rows) {
    const { rowCount } = await $client.query(found, [`%${text}%`]);
    if (rowCount !== 0) columns.push(column);
  }
  return columns;
}

it("the documented statements leave the address only where the documents say so", async () => {
  const { db } = database;
  const ctx = createLonelyContext({ DATABASE_URL: database.url });
  const creator = { type: "email", value: NAME } as const;
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const admin = { address: `0x${"3".repeat(40)}`, role: "moderator" } as const;
  await runAdminAction({
    ctx: { ...ctx, log },
    input: {
      admin,
      action: "creator.block",
      reason: "A test.",
      requestId: "r",
      change: (tx) => blockCreator({ ctx, tx, input: { ...creator, publicReason: "scam" } }),
    },
  });
  expect(lines.join()).toContain("creator.block");
  expect(lines.join()).not.toContain(NAME);
  const target = { kind: "creator", key: blockKey(creator), chainId: null, token: null } as const;
  const appeal = { ...target, details: "A mistake.", isCreator: false };
  await ctx.reports.addAppeals([
    { ...appeal, email: NAME, sender: "ada" },
    { ...appeal, email: null, sender: "somebody" },
    { ...appeal, key: "email:grace@example.com", email: NAME, sender: "grace" },
  ]);
  const limits = { durationSecondsMax: 60, sizeBytesMax: 1_000, expiresAt: new Date() };
  const video = { ...limits, uid: "of ada", provider: "embedded", userId: "Ada@Example.com" };
  await ctx.videoStore.insert(video);
  const identity = { type: "email", stableId: NAME, name: NAME, proofChainId: null } as const;
  await ctx.accounts.signIn(identity, { current: null, newId: "named" });

  expect(await columnsWith(NAME)).toEqual(
    expect.arrayContaining(["moderation.appeals.key", "moderation.events.key"]),
  );
  await db.$client.query(await readStatements());
  expect(await columnsWith(NAME)).toEqual([
    "admin.audit_log.target",
    "launch.managed_wallets.identity",
    "launch.managed_wallets.stable_id",
    "moderation.creators.value",
  ]);
  const { rows } = await db.$client.query("select key from moderation.appeals");
  expect(rows).toEqual([{ key: "email:grace@example.com" }]);

  await db.transaction((tx) => unblockCreator({ ctx, tx, input: creator }));
  await db.$client.query(await readStatements());
  expect(await columnsWith(NAME)).not.toContain("moderation.creators.value");
  expect(await columnsWith(NAME)).not.toContain("moderation.events.key");
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
        chainId: 8453,
        token,
        jobId: id,
        caller: null,
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

it("the documented statements remove an earlier name, also after a later unblock", async () => {
  const ctx = createLonelyContext({ DATABASE_URL: database.url });
  const { db } = database;
  const earlier = { type: "twitter", value: "ada_before" } as const;
  await recordOrigin({
    ctx,
    input: {
      chainId: 8453,
      token: `0x${"3".repeat(40)}`,
      jobId: "before",
      caller: null,
      creator: { type: "twitter", id: "Ada_Before" },
    },
  });
  await db.transaction((tx) => ctx.moderation.setCreator(tx, earlier, "scam"));
  await ctx.reports.addAppeals([
    {
      kind: "creator",
      key: blockKey(earlier),
      chainId: null,
      token: null,
      details: "A mistake.",
      email: null,
      sender: "before",
      isCreator: false,
    },
  ]);
  const statements = await readStatements("earlier name");
  await db.$client.query(statements);
  expect(await columnsWith(earlier.value)).toEqual(["moderation.creators.value"]);
  await db.transaction((tx) => ctx.moderation.setCreator(tx, earlier, null));
  expect(await columnsWith(earlier.value)).toEqual(["moderation.events.key"]);
  await db.$client.query(statements);
  expect(await columnsWith(earlier.value)).toEqual([]);
});
