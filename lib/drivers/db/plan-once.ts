import { createHash } from "node:crypto";
import type pg from "pg";

/** Limit of named statements: each one costs memory on every connection. */
const NAMED_MAX = 500;
const names = new Map<string, string>();

/**
 * Makes each connection of a pool parse and plan a statement only once. Use it for a few small
 * statements whose plan does not depend on their values: Postgres would plan them longer than it
 * runs them. Needs session pooling, or a pooler that supports named statements.
 */
export function planOnce(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    client.query = new Proxy(client.query, {
      apply: (query, self, [config, ...rest]: unknown[]) =>
        Reflect.apply(query, self, [withName(config), ...rest]),
    });
  });
}

/** Names a `pg` statement by its text. Plain text (`begin`, `commit`) is unchanged. */
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
