import type pg from "pg";
import { z } from "zod";

const row = z.object({
  name: z.string(),
  kind: z.enum(["table", "index"]),
  bytes: z.coerce.number(),
  rows: z.coerce.number(),
  /** Index scans since the statistics began; null for tables. */
  scans: z.coerce.number().nullable(),
});
export type DiskRow = z.output<typeof row>;

/** Sizes of the market's tables, without their indexes, and of their indexes. */
export async function readDisk(client: pg.Client): Promise<DiskRow[]> {
  const { rows } = await client.query(`
    select c.relname as name, case c.relkind when 'i' then 'index' else 'table' end as kind,
      case c.relkind when 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end as bytes,
      greatest(c.reltuples, 0) as rows, s.idx_scan as scans
    from pg_class as c
    left join pg_stat_user_indexes as s on s.indexrelid = c.oid
    where c.relnamespace = 'market'::regnamespace and c.relkind in ('r', 'i')
    order by bytes desc`);
  return z.array(row).parse(rows);
}
