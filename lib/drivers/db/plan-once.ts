import { createHash } from "node:crypto";
import type pg from "pg";

/** Limit of named statements: each one costs memory on every connection. */
const NAMED_MAX = 500;
/** A statement gets a name at this use, so that rare ones cost no memory. */
const NAMED_FROM_USE = 20;
/** Limit of counted texts. Lists of values create many that are rarely repeated. */
const COUNTED_MAX = 5_000;
const names = new Map<string, string>();
const uses = new Map<string, number>();

/**
 * Makes each connection of a pool parse frequent statements only once, and plan them once where
 * Postgres finds that the plan does not depend on the values. Small statements take longer to plan
 * than to run. Needs session pooling, or a pooler that supports named statements.
 */
export function planOnce(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    client.query = new Proxy(client.query, {
      apply: (query, self, [config, ...rest]: unknown[]) =>
        Reflect.apply(query, self, [withName(config), ...rest]),
    });
  });
}

/** Names a frequent `pg` statement by its text. Plain text (`begin`, `commit`) is unchanged. */
function withName(config: unknown): unknown {
  if (typeof config !== "object" || config === null || !("text" in config)) return config;
  const { text } = config;
  if (typeof text !== "string") return config;
  const name = names.get(text) ?? nameOf(text);
  return name === null ? config : { ...config, name };
}

function nameOf(text: string): string | null {
  if (names.size >= NAMED_MAX) return null;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < NAMED_FROM_USE) {
    if (uses.size >= COUNTED_MAX) uses.clear();
    uses.set(text, count);
    return null;
  }
  uses.delete(text);
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}
