import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";

const lines = z.array(z.object({ "QUERY PLAN": z.string() }));

/** A database that keeps the statements it is sent, so that their plans can be asked for. */
export function explainable(pool: pg.Pool): {
  db: Database;
  /** Runs `ask` and answers the plans of the statements that it sent. */
  plansOf(ask: () => Promise<unknown>): Promise<string[]>;
} {
  const statements: string[] = [];
  const logger = { logQuery: (query: string) => void statements.push(query) };
  return {
    db: drizzle(pool, { logger }),
    async plansOf(ask) {
      statements.length = 0;
      await ask();
      const sent = statements.filter((query) => /^\s*(select|with|\()/i.test(query));
      const plans: string[] = [];
      for (const query of sent) {
        // As readers' connections plan them: once, for any values.
        const { rows } = await pool.query(`explain (generic_plan) ${query}`);
        plans.push(
          lines
            .parse(rows)
            .map((line) => line["QUERY PLAN"])
            .join("\n"),
        );
      }
      return plans;
    },
  };
}
