import { createHash } from "node:crypto";
import type pg from "pg";

/** Texts that are given a name; more would be a mistake, and each costs every connection memory. */
const NAMED_MAX = 500;
const names = new Map<string, string>();

/**
 * Has each connection of a pool parse and plan a statement once, however often it is sent. For
 * statements that are few and whose one good plan does not depend on their values: Postgres would
 * plan such small ones for longer than it runs them. Needs sessions that stay with a connection: a
 * pooler in between must keep named statements.
 */
export function planOnce(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    client.query = new Proxy(client.query, {
      apply: (query, self, [config, ...rest]: unknown[]) =>
        Reflect.apply(query, self, [withName(config), ...rest]),
    });
  });
}

/** What `pg` takes as a statement, named by its text. Plain text is left alone: `begin`, `commit`. */
function withName(config: unknown): unknown {
  if (typeof config !== "object" || config === null || !("text" in config)) return config;
  const { text } = config;
  if (typeof text !== "string") return config;
  const name = names.get(text) ?? nameOf(text);
  return name === null ? config : { ...config, name };
}

function nameOf(text: string): string | null {
  if (names.size >= NAMED_MAX) return null;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}
