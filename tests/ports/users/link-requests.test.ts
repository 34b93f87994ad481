import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import type { ProvenIdentity } from "@/lib/features/users/rules/account";
import { createAccountStore } from "@/lib/features/users/store/create-account-store";
import { startTestDatabase } from "../../setup/database/postgres";

/** Requests to add a sign-in method to an account, on a real database. */

const now = () => new Date();
const inAMinute = () => new Date(Date.now() + 60_000);
let database: Awaited<ReturnType<typeof startTestDatabase>>;
/** The accounts as two servers use them. */
let nodes: readonly ReturnType<typeof createAccountStore>[];
let other: ReturnType<typeof createDatabase>;

beforeAll(async () => {
  database = await startTestDatabase();
  const { url } = database;
  other = createDatabase({ url, connectionsMax: 4, onError: () => undefined });
  nodes = [database.db, other].map((db) => createAccountStore(db, now, "sandbox"));
});
afterAll(async () => {
  await other.$client.end();
  await database.stop();
});

const [first, second] = [() => node(0), () => node(1)];
function node(place: number) {
  const found = nodes[place];
  if (found === undefined) throw new Error("no such server");
  return found;
}

const identityOf = (type: ProvenIdentity["type"], stableId: string): ProvenIdentity => ({
  type,
  stableId,
  name: stableId,
  proofChainId: null,
});
const emailOf = (name: string) => identityOf("email", `${name}@example.com`);
const walletOf = (name: string) => identityOf("wallet", `wallet of ${name}`);

/** An account with an email. */
async function newAccount(name: string) {
  const identity = emailOf(name);
  await first().signIn(identity, { current: null, newId: name });
  return { accountId: name, identity };
}
const request = (
  accounts: ReturnType<typeof createAccountStore>,
  session: Awaited<ReturnType<typeof newAccount>>,
  intent: Parameters<typeof accounts.expectLink>[1] = { type: "wallet", email: null },
) => accounts.expectLink(session, intent, inAMinute());

describe("a request to add a sign-in method", () => {
  it("does not deadlock with the sign-in that uses the previous one", async () => {
    for (let round = 0; round < 20; round += 1) {
      const session = await newAccount(`again-${round}`);
      await request(first(), session);
      const linking = { current: session.accountId, newId: `unused-${round}` };
      const [, signedIn] = await Promise.all([
        request(first(), session),
        second().signIn(walletOf(session.accountId), linking),
      ]);
      expect(signedIn).toEqual({ accountId: session.accountId, isLinked: true });
    }
  });

  it("does not deadlock with the removal of another sign-in method", async () => {
    for (let round = 0; round < 20; round += 1) {
      const session = await newAccount(`removing-${round}`);
      const { accountId, identity } = session;
      await request(first(), session);
      await first().signIn(walletOf(accountId), { current: accountId, newId: "unused" });
      const [, isRemoved] = await Promise.all([
        request(first(), session),
        second().unlink(accountId, "email", identity.stableId),
      ]);
      expect(isRemoved).toBe(true);
    }
  });

  it("does not deadlock with the move of the account's only sign-in method, in both directions", async () => {
    for (let round = 0; round < 20; round += 1) {
      const ada = await newAccount(`ada-${round}`);
      const bob = await newAccount(`bob-${round}`);
      const link = async (from: typeof ada, to: typeof ada) => {
        await request(first(), to, { type: "email", email: from.identity.stableId });
        return () => second().signIn(from.identity, { current: to.accountId, newId: "unused" });
      };
      const moves = [await link(ada, bob), await link(bob, ada)];
      await Promise.all([...moves.map((move) => move()), request(first(), bob)]);
      const left = await Promise.all([ada, bob].map(({ accountId }) => first().find(accountId)));
      const identities = left.flatMap((account) => account?.identities ?? []);
      expect(identities).toHaveLength(2);
    }
  });

  it("is used up when a server of the previous release has used it", async () => {
    const session = await newAccount("previous-release");
    const { accountId } = session;
    await request(first(), session);
    // Such a server removes the request from the table that it knows.
    const use = () =>
      database.db.$client.query(
        `delete from account.link_intents where account_id = '${accountId}'`,
      );
    await use();
    const switching = { current: accountId, newId: "switched" };
    const signedIn = await first().signIn(walletOf("a stranger"), switching);
    expect(signedIn).toEqual({ accountId: "switched", isLinked: false });
    const email = "another@example.com";
    await request(first(), session);
    await use();
    await request(first(), session, { type: "email", email });
    const again = { current: accountId, newId: "unused" };
    expect(await first().signIn(walletOf("a stranger"), again)).toEqual(signedIn);
    const linked = await first().signIn(identityOf("email", email), again);
    expect(linked).toEqual({ accountId, isLinked: true });
    // It has used the request of the wallet, and stored one of another email since.
    await request(first(), session);
    await use();
    await database.db.$client.query(
      `insert into account.link_intents (account_id, type, email, expires_at)
       values ('${accountId}', 'email', 'third@example.com', now() + interval '1 minute')`,
    );
    expect(await first().signIn(walletOf("a stranger"), again)).toEqual(signedIn);
  });

  it.each(["email", "wallet"] as const)(
    "remains when another tab's later one is used first, %s last",
    async (last) => {
      const session = await newAccount(`two-tabs-${last}`);
      const { accountId } = session;
      const identities = [emailOf(`second-${last}`), walletOf(accountId)];
      const inOrder = identities.toSorted((a) => (a.type === last ? 1 : -1));
      for (const { type, stableId } of inOrder.toReversed()) {
        await request(first(), session, { type, email: type === "email" ? stableId : null });
      }
      for (const identity of inOrder) {
        const linked = await first().signIn(identity, { current: accountId, newId: "unused" });
        expect(linked, identity.type).toEqual({ accountId, isLinked: true });
      }
    },
  );
});
