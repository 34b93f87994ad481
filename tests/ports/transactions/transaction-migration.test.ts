import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import { createOutbox, type OutboxEvent } from "@/lib/features/outbox/store/create-outbox";
import { createSignedTransactionStore } from "@/lib/features/transactions/store/create-signed-transaction-store";
import { createTransactionStore } from "@/lib/features/transactions/store/create-transaction-store";
import { createEarlierDatabase, MIGRATIONS } from "../../setup/database/earlier-database";
import { startTestDatabase } from "../../setup/database/postgres";
import { LIVE, realmsOf } from "../../setup/stack/realms";

const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const HASH = `0x${"11".repeat(32)}`;
const now = () => new Date("2026-01-01T00:00:00Z");

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const OLD_ROWS = [
  `insert into launch.jobs (id, chain, state, token, token_uri, creator, creator_identity, treasury,
     fee_share_bps, market_cap_usdc, launch_id, expected_address, token_address, created_at, touched_at)
   select id, 'base', state, '{"name":"T","symbol":"T","description":"","imageIpfs":"Qm"}', 'ipfs://Qm',
     '${WALLET}', '{"type":"email","id":"a@example.com"}', '{"kind":"none"}', 8000, 4000000000, id,
     '${WALLET}', token, now(), now()
   from (values ('open launch', 'active', null), ('done launch', 'completed', '${WALLET}'))
     jobs (id, state, token)`,
  `insert into launch.payouts (id, chain, account, source_kind, source, tokens, expected_wei, state,
     paid_wei, created_at)
   values ('open', 'base', '${WALLET}', 'token', '${WALLET}', '[]', 123456789012345678901, 'pending', null, now()),
     ('done', 'base', '${WALLET}', 'token', '${WALLET}', '[]', 5, 'paid', 4, now())`,
  `insert into account.accounts (id, realm, created_at) values ('ada', 'sandbox', now())`,
  `insert into account.wallet_actions (id, account_id, kind, chain, wallet_type, wallet_identity, wallet,
     target, value_wei, fees, shares, state, created_at)
   values ('w', 'ada', 'withdrawal', 'base', 'email', 'a@example.com', '${WALLET}', '${WALLET}', 7,
     '{"gas":"21000","maxFeePerGas":"9","maxPriorityFeePerGas":"1"}', null, 'pending', now()),
   ('s', 'ada', 'manager_shares', 'base', 'email', 'a@example.com', '${WALLET}', '${WALLET}', 0, null,
     '{"recipients":[{"account":"${WALLET}","splitMicroPercent":10000000}],"deadline":"99","nonce":"3"}',
     'completed', now())`,
  `insert into launch.transactions (hash, chain_id, wallet, nonce, operation_id, raw_transaction,
     max_fee_per_gas, created_at)
   values ('${HASH}', 8453, '${WALLET}', 4, 'payout:open', '0x02', 9, now()),
     ('0x22', 8453, '${WALLET}', 5, 'nothing:5', '0x02', 9, now())`,
  `insert into launch.outbox (name, data, created_at)
   values ('launch/requested', '{"jobId":"open launch","chain":"base"}', now())`,
];

it("keeps launches, payouts, wallet actions and signed transactions, and continues open ones", async () => {
  const earlier = { server: database.url, name: "before_transactions", before: "0018" };
  const url = await createEarlierDatabase(earlier);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of OLD_ROWS) await client.query(statement);
  await client.end();
  await migrate(url, MIGRATIONS, realmsOf("sandbox"));

  const db = createDatabase({ url: url, connectionsMax: 2, onError: () => undefined });
  try {
    const store = createTransactionStore(db, now, realmsOf("sandbox"));
    expect(await store.find("open launch")).toMatchObject({
      kind: "launch",
      state: "active",
      payload: {
        token: { name: "T", imageIpfs: "Qm" },
        creatorIdentity: { type: "email", id: "a@example.com" },
        marketCapUsdc: 4_000_000_000n,
        launchId: "open launch",
      },
    });
    expect(await store.find("done launch")).toMatchObject({
      state: "completed",
      result: { tokenAddress: WALLET, managerAddress: null },
    });
    expect(await store.listOf([WALLET], ["payout"], 9)).toHaveLength(2);
    expect(await store.find("payout:done")).toMatchObject({
      state: "completed",
      result: { paidWei: 4n },
    });
    const open = await store.findOpen(`payout:base:${WALLET}:${WALLET}`);
    expect(open).toMatchObject({
      id: "payout:open",
      state: "waiting",
      payload: { account: WALLET, kind: "token", tokens: [], amountWei: 123456789012345678901n },
    });
    expect(await store.find("action:w")).toMatchObject({
      kind: "withdrawal",
      state: "waiting",
      payload: {
        identity: { type: "email", id: "a@example.com" },
        to: WALLET,
        valueWei: 7n,
        gas: 21_000n,
        maxFeePerGas: 9n,
        maxPriorityFeePerGas: 1n,
      },
    });
    expect(await store.find("action:s")).toMatchObject({
      kind: "share_change",
      state: "completed",
      payload: { manager: WALLET, recipients: [{ account: WALLET }], deadline: 99n, nonce: 3n },
    });
    const signed = createSignedTransactionStore(db, now, LIVE.realmOf);
    expect(await signed.listOf("payout:open")).toMatchObject([{ hash: HASH, nonce: 4 }]);
    expect(await signed.listOf("cancel:5")).toHaveLength(1);

    const events: OutboxEvent[] = [];
    await createOutbox(db, url, now).relay(async (batch) => void events.push(...batch));
    expect(events.map(({ name, data }) => [name, data.id, data.queue])).toEqual([
      ["transaction/accepted", "open launch", "launch:base"],
      ["transaction/accepted", "payout:open", "payout:base"],
      ["transaction/accepted", "action:w", "withdrawal:base"],
    ]);
    // From the sandbox seed: a server of real chains could not sign for it.
    const before = new Date("2100-01-01");
    const requeue = (of: "live" | "sandbox") =>
      createTransactionStore(db, now, realmsOf(of)).requeueStale({ before, chains: ["base"] });
    expect(await requeue("live")).not.toContain("action:w");
    expect(await requeue("sandbox")).toContain("action:w");
  } finally {
    await db.$client.end();
  }
});
