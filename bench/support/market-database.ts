import pg from "pg";
import { z } from "zod";
import { MARKET_CHANNEL } from "@/lib/features/market/store/channels";

/** Invalidates the cache every `everyMs`, as the indexer does after each block. */
export async function invalidateCache(url: string, chainId: number, everyMs: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const update = JSON.stringify({ chainId, block: 1, kind: "blocks" });
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = client.query("select pg_notify($1, $2)", [MARKET_CHANNEL, update]);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await client.end();
    },
  };
}

const transactionCount = z.tuple([z.object({ count: z.coerce.number() })]);

/** Transactions of the database so far; every query of the Data API is one. */
export async function countTransactions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select xact_commit as count from pg_stat_database where datname = current_database()",
  );
  await client.end();
  return transactionCount.parse(rows)[0].count;
}
