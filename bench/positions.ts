import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { pad, toHex } from "viem";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { migrate } from "@/lib/drivers/db/migrate";
import { NO_FLOWS, settlePositions } from "@/lib/features/market/rules/position";
import { createMarket } from "@/lib/features/market/store/create-market";
import { big, hexParam, readRows } from "@/lib/features/market/store/tables/raw-columns";
import { startPostgres } from "@/sandbox/postgres/start-postgres";
import { seedMarket, seedToken } from "./seed-market";

/**
 * Positions of an address with 100,000 trades of the most traded token, and of one with 100,000
 * positions: read as the indexer maintains them, and computed from the trades at each request.
 * `npx tsx bench/positions.ts`
 */
const size = { chainId: 84_532, tokens: 100_000, trades: 1_000_000, holders: 1_000 };
const BOT = pad(toHex(99_999_999), { size: 20 });
const SPAMMED = pad(toHex(88_888_888), { size: 20 });
const OWNED = 100_000;
const ROUNDS = 20;

const dataDir = await mkdtemp(join(tmpdir(), "positions-bench-"));
const postgres = await startPostgres({ dataDir, password: "bench" });
await migrate(postgres.url, "lib/drivers/db/migrations");
const db = createDatabase({ url: postgres.url, connectionsMax: 2, onError: () => undefined });
await seedMarket(db, size);
const { chainId } = size;
const token = seedToken(0);
// The bot makes the first trades, all of them of the most traded token.
for (const [table, holder] of [
  ["swaps", "trader"],
  ["position_changes", "holder"],
] as const) {
  await db.execute(sql`
    update market.${sql.identifier(table)} as s
    set token = ${hexParam(token)}, ${sql.identifier(holder)} = ${hexParam(BOT)}
    where dataset_id = ${chainId} and block < ${OWNED / 50}`);
}
const zeros = sql.raw("0, 0, 0, 0, 0, 0, 0, 0");
await db.execute(sql`
  insert into market.positions (dataset_id, holder, token, amount_wei, bought_wei, sold_wei, sent_wei,
    burned_wei, paid_wei, proceeds_wei, cost_wei, realized_wei, received_wei, changes, last_block,
    last_log_index)
  select ${chainId}, ${hexParam(SPAMMED)}, address, 1, ${zeros}, 1, 1, created_block, created_log_index
  from market.tokens where dataset_id = ${chainId} limit ${OWNED}`);
await db.execute(sql`
  insert into market.positions (dataset_id, holder, token, amount_wei, bought_wei, sold_wei, sent_wei,
    burned_wei, paid_wei, proceeds_wei, cost_wei, realized_wei, received_wei, changes, last_block,
    last_log_index)
  values (${chainId}, ${hexParam(BOT)}, ${hexParam(token)}, 1, ${zeros}, 1, ${OWNED}, 1, 1)
  on conflict do nothing`);
await db.execute(sql`vacuum analyze`);

/** The work of a request without stored positions. */
async function replay() {
  const rows = await readRows(
    db,
    (row) => ({ eth: big(row.eth), tokens: big(row.tokens), fee: big(row.fee) }),
    sql`
      select eth_to_pool_wei as eth, token_to_pool_wei as tokens, fee_wei as fee from market.swaps
      where dataset_id = ${chainId} and token = ${hexParam(token)} and trader = ${hexParam(BOT)}
      order by block, log_index`,
  );
  const held = { amountWei: 0n, costWei: 0n };
  for (const { eth, tokens, fee } of rows) {
    const flows = settlePositions(
      {
        trader: BOT,
        ...(eth > 0n
          ? { boughtWei: -tokens, paidWei: eth + fee, soldWei: 0n, proceedsWei: 0n }
          : { boughtWei: 0n, paidWei: 0n, soldWei: tokens, proceedsWei: -eth - fee }),
        net: new Map([[BOT, -tokens]]),
        burned: new Map(),
      },
      () => held,
    );
    const flow = flows.get(BOT) ?? NO_FLOWS;
    held.amountWei -= tokens;
    held.costWei += flow.costWei;
  }
  return rows.length;
}

const market = createMarket(db);
const asks = {
  "computed from 100,000 trades": replay,
  "position, stored": () => market.findPosition({ chainId, address: token, holder: BOT }),
  "history, first 100": () =>
    market.listPositionChanges({ chainId, holder: BOT, before: null, limit: 101 }),
  "history, 100 in the middle": () =>
    market.listPositionChanges({
      chainId,
      holder: BOT,
      before: { block: 1_000, logIndex: 0 },
      limit: 101,
    }),
  "100 of 100,000 positions, with totals": () =>
    market.listPositions({ chainId, holder: SPAMMED, isOpen: true, before: null, limit: 101 }),
};
const results = [];
for (const [name, ask] of Object.entries(asks)) {
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = performance.now();
    await ask();
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  results.push({ name, medianMs: times[ROUNDS / 2]?.toFixed(2), maxMs: times.at(-1)?.toFixed(2) });
}
console.table(results);
console.log(
  JSON.stringify({ bench: "positions", ...size, tradesOfTheBot: await replay(), results }),
);
await db.$client.end();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
