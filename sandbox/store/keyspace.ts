import { RedisError, WRONG_TYPE } from "@/sandbox/store/reply";

export type Values = {
  string: string;
  hash: Map<string, string>;
  set: Set<string>;
  zset: Map<string, number>;
  list: string[];
};
export type ValueType = keyof Values;
export type Entry = {
  [Type in ValueType]: { type: Type; value: Values[Type]; expiresAtMs: number | null };
}[ValueType];

const EMPTY: { [Type in ValueType]: () => Values[Type] } = {
  string: () => "",
  hash: () => new Map(),
  set: () => new Set(),
  zset: () => new Map(),
  list: () => [],
};

/** Rough cost of a key and of a member, beside their text. */
const KEY_BYTES = 150;
const MEMBER_BYTES = 80;

/**
 * The keys. An expired key is never seen: each access looks at its time first. The clock is set
 * from outside, so that a journal can be replayed in its own time.
 */
export class Keyspace {
  /** Grows with every change; an unchanged number means that a command had no effect. */
  changes = 0;
  nowMs = 0;
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAtMs === null || entry.expiresAtMs > this.nowMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  /** @throws RedisError when the key holds another type */
  read<Type extends ValueType>(key: string, type: Type): Values[Type] | undefined {
    const entry = this.find(key);
    if (entry === undefined) return undefined;
    if (!isOfType(entry, type)) throw new RedisError(WRONG_TYPE);
    return entry.value;
  }

  /** The collection of a key, made when it is missing. The caller changes it and calls `changed`. */
  open<Type extends Exclude<ValueType, "string">>(key: string, type: Type): Values[Type] {
    const known = this.read(key, type);
    if (known !== undefined) return known;
    const value = EMPTY[type]();
    this.#entries.set(key, makeEntry(type, value, null));
    return value;
  }

  /** Notes a change of a collection; an empty one ceases to exist, as in Redis. */
  changed(key: string): void {
    this.changes += 1;
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.type !== "string" && lengthOf(entry) === 0) {
      this.#entries.delete(key);
    }
  }

  /** Drops a collection that was opened for nothing. */
  closeIfEmpty(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.type !== "string" && lengthOf(entry) === 0) {
      this.#entries.delete(key);
    }
  }

  put<Type extends ValueType>(
    key: string,
    type: Type,
    value: Values[Type],
    expiresAtMs: number | null,
  ): void {
    this.changes += 1;
    this.#entries.delete(key);
    if (expiresAtMs !== null && expiresAtMs <= this.nowMs) return;
    this.#entries.set(key, makeEntry(type, value, expiresAtMs));
  }

  delete(key: string): boolean {
    if (this.find(key) === undefined) return false;
    this.changes += 1;
    return this.#entries.delete(key);
  }

  /** Sets or clears a key's time; one in the past deletes the key. */
  expireAt(key: string, expiresAtMs: number | null): void {
    const entry = this.find(key);
    if (entry === undefined) return;
    this.changes += 1;
    if (expiresAtMs !== null && expiresAtMs <= this.nowMs) this.#entries.delete(key);
    else entry.expiresAtMs = expiresAtMs;
  }

  clear(): void {
    this.changes += 1;
    this.#entries.clear();
  }

  /** Live keys in the order of their making. */
  *entries(): Generator<[string, Entry]> {
    for (const [key, entry] of this.#entries) {
      if (entry.expiresAtMs === null || entry.expiresAtMs > this.nowMs) yield [key, entry];
    }
  }

  /** Removes what has expired. */
  sweep(): void {
    for (const [key, entry] of this.#entries) {
      if (entry.expiresAtMs !== null && entry.expiresAtMs <= this.nowMs) this.#entries.delete(key);
    }
  }

  /** Removes `count` keys, those first that would expire first. @returns how many there were */
  evict(count: number): number {
    const mortal = [...this.#entries]
      .flatMap(([key, entry]) =>
        entry.expiresAtMs === null ? [] : [{ key, at: entry.expiresAtMs }],
      )
      .sort((a, b) => a.at - b.at)
      .slice(0, count);
    for (const { key } of mortal) this.delete(key);
    return mortal.length;
  }

  /** What the keys take, roughly, in bytes. */
  measure(): number {
    let bytes = 0;
    for (const [key, entry] of this.#entries) bytes += KEY_BYTES + 2 * key.length + sizeOf(entry);
    return bytes;
  }
}

function isOfType<Type extends ValueType>(
  entry: Entry,
  type: Type,
): entry is Entry & { value: Values[Type] } {
  return entry.type === type;
}

function makeEntry<Type extends ValueType>(
  type: Type,
  value: Values[Type],
  expiresAtMs: number | null,
): Entry {
  const entry = { type, value, expiresAtMs };
  if (!isEntry(entry)) throw new Error(`not a ${type}`);
  return entry;
}

function isEntry(entry: {
  type: ValueType;
  value: unknown;
  expiresAtMs: number | null;
}): entry is Entry {
  const { type, value } = entry;
  if (type === "string") return typeof value === "string";
  if (type === "list") return Array.isArray(value);
  return type === "set" ? value instanceof Set : value instanceof Map;
}

function lengthOf(entry: Exclude<Entry, { type: "string" }>): number {
  return entry.type === "list" ? entry.value.length : entry.value.size;
}

function sizeOf(entry: Entry): number {
  let bytes = 0;
  if (entry.type === "string") return 2 * entry.value.length;
  if (entry.type === "list" || entry.type === "set") {
    for (const member of entry.value) bytes += MEMBER_BYTES + 2 * member.length;
    return bytes;
  }
  for (const [member, value] of entry.value) {
    bytes += MEMBER_BYTES + 2 * (member.length + String(value).length);
  }
  return bytes;
}
