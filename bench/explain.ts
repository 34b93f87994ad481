import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { z } from "zod";
import type { Database } from "@/lib/drivers/db/create-database";

const statement = z.object({ text: z.string() });
const lines = z.array(z.object({ "QUERY PLAN": z.string() }));

/**
 * A database that records its statements, so that their plans can be read.
 * @param pool without connections so far
 */
export function explainable(pool: pg.Pool): {
  db: Database;
  /** Statements since the last `plansOf`. */
  statements(): readonly string[];
  /** Runs `ask` and returns the plans of its statements. */
  plansOf(ask: () => Promise<unknown>): Promise<string[]>;
} {
  const statements: string[] = [];
  // Below Drizzle, because prepared statements bypass it.
  pool.on("connect", (client) => {
    client.query = new Proxy(client.query, {
      apply: (query, self, args: unknown[]) => {
        const [config] = args;
        const { text } = statement.parse(typeof config === "string" ? { text: config } : config);
        statements.push(text);
        return Reflect.apply(query, self, args);
      },
    });
  });
  return {
    // As in production, so that every store works on it.
    db: Object.assign(drizzle(pool, { casing: "snake_case" }), { $client: pool }),
    statements: () => statements,
    async plansOf(ask) {
      statements.length = 0;
      await ask();
      const sent = statements.filter((query) => /^\s*(select|with|\()/i.test(query));
      const plans: string[] = [];
      for (const query of sent) {
        // Planned as on the readers' connections: once, for all values.
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
