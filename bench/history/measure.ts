import type pg from "pg";
import { z } from "zod";

/** Medians of one operation. Pages are those of 8 KB that PostgreSQL read, cached or not. */
export type Cost = { medianMs: number; p99Ms: number; pages: number; walBytes: number };

const counters = z.tuple([z.object({ pages: z.coerce.number(), wal: z.coerce.number() })]);
const flush = "select pg_stat_force_next_flush()";

/**
 * Runs an operation `rounds` times. Pages and WAL do not depend on the load of the machine, unlike
 * the time; autovacuum must be off, because its pages count as well.
 * @param options.working connection pool of one connection, on which `run` works
 * @param options.watching another connection
 * @param options.prepare run before each round and not measured
 */
export async function measure(options: {
  working: pg.Pool;
  watching: pg.Client;
  rounds: number;
  run: (n: number) => Promise<unknown>;
  prepare?: (n: number) => Promise<unknown>;
}): Promise<Cost> {
  const { working, watching, rounds, run, prepare } = options;
  const read = async () => {
    // Counters of a connection appear when its next statement ends.
    await working.query(flush);
    await working.query("select 1");
    const { rows } = await watching.query(`select sum(blks_hit + blks_read) as pages,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal
      from pg_stat_database where datname = current_database()`);
    return counters.parse(rows)[0];
  };
  await prepare?.(0);
  await run(0);
  const overhead = await difference(read, async () => undefined);
  const times: number[] = [];
  const pages: number[] = [];
  const wal: number[] = [];
  for (let n = 1; n <= rounds; n += 1) {
    await prepare?.(n);
    const used = await difference(read, async () => {
      const startedAt = performance.now();
      await run(n);
      times.push(performance.now() - startedAt);
    });
    pages.push(Math.max(0, used.pages - overhead.pages));
    wal.push(Math.max(0, used.wal - overhead.wal));
  }
  return {
    medianMs: at(times, 0.5),
    p99Ms: at(times, 0.99),
    pages: Math.round(at(pages, 0.5)),
    walBytes: Math.round(at(wal, 0.5)),
  };
}

async function difference(
  read: () => Promise<{ pages: number; wal: number }>,
  run: () => Promise<void>,
): Promise<{ pages: number; wal: number }> {
  const before = await read();
  await run();
  const after = await read();
  return { pages: after.pages - before.pages, wal: after.wal - before.wal };
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}
