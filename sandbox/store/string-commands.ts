import { type Command, type CommandTable, pairsOf } from "@/sandbox/store/command";
import type { Keyspace } from "@/sandbox/store/keyspace";
import {
  addIntegers,
  arg,
  formatFloat,
  parseBigInt,
  parseFloatArg,
  parseInteger,
} from "@/sandbox/store/parse-args";
import { NOT_FLOAT, OK, RedisError, type Reply, SYNTAX } from "@/sandbox/store/reply";

const STRING_BYTES_MAX = 4 * 1024 * 1024;
const EXPIRY_UNITS_MS: Readonly<Record<string, { unitMs: number; from: "now" | "epoch" }>> = {
  EX: { unitMs: 1_000, from: "now" },
  PX: { unitMs: 1, from: "now" },
  EXAT: { unitMs: 1_000, from: "epoch" },
  PXAT: { unitMs: 1, from: "epoch" },
};

function checkedSize(value: string): string {
  if (value.length > STRING_BYTES_MAX) {
    throw new RedisError("ERR string exceeds maximum allowed size (proto-max-bulk-len)");
  }
  return value;
}

/** Replaces the text of a key and keeps its expiry. */
function replace(keys: Keyspace, key: string, value: string): void {
  keys.put(key, "string", checkedSize(value), keys.find(key)?.expiresAtMs ?? null);
}

/** The moment that `EX 10` and its kin mean; undefined when `name` is none of them. */
function expiryOf(
  keys: Keyspace,
  name: string,
  amount: string | undefined,
  command: string,
): number | undefined {
  const expiry = EXPIRY_UNITS_MS[name];
  if (expiry === undefined) return undefined;
  const value = parseInteger(amount ?? "");
  if (value <= 0) throw new RedisError(`ERR invalid expire time in '${command}' command`);
  return (expiry.from === "now" ? keys.nowMs : 0) + value * expiry.unitMs;
}

const set: Command = {
  min: 2,
  grows: true,
  run({ keys }, args) {
    const key = arg(args, 0);
    const flags = new Set<string>();
    let expiresAtMs: number | null = null;
    for (let index = 2; index < args.length; index++) {
      const name = arg(args, index).toUpperCase();
      const atMs = expiryOf(keys, name, args[index + 1], "set");
      if (atMs !== undefined) {
        if (flags.has("KEEPTTL") || expiresAtMs !== null) throw new RedisError(SYNTAX);
        expiresAtMs = atMs;
        index += 1;
      } else if (["NX", "XX", "GET", "KEEPTTL"].includes(name)) flags.add(name);
      else throw new RedisError(SYNTAX);
    }
    if (flags.has("NX") && flags.has("XX")) throw new RedisError(SYNTAX);
    if (flags.has("KEEPTTL") && expiresAtMs !== null) throw new RedisError(SYNTAX);
    const old = flags.has("GET") ? (keys.read(key, "string") ?? null) : null;
    const existing = keys.find(key);
    const isRefused =
      (flags.has("NX") && existing !== undefined) || (flags.has("XX") && existing === undefined);
    if (isRefused) return old;
    if (flags.has("KEEPTTL")) expiresAtMs = existing?.expiresAtMs ?? null;
    keys.put(key, "string", checkedSize(arg(args, 1)), expiresAtMs);
    return flags.has("GET") ? old : OK;
  },
};

function setWithExpiry(unit: "EX" | "PX", command: string): Command {
  return {
    min: 3,
    max: 3,
    grows: true,
    run({ keys }, args) {
      const atMs = expiryOf(keys, unit, args[1], command) ?? null;
      keys.put(arg(args, 0), "string", checkedSize(arg(args, 2)), atMs);
      return OK;
    },
  };
}

function increment(sign: 1n | -1n, hasAmount: boolean): Command {
  return {
    min: hasAmount ? 2 : 1,
    max: hasAmount ? 2 : 1,
    grows: true,
    run({ keys }, args) {
      const key = arg(args, 0);
      const amount = hasAmount ? parseBigInt(arg(args, 1)) : 1n;
      const sum = addIntegers(parseBigInt(keys.read(key, "string") ?? "0"), sign * amount);
      replace(keys, key, String(sum));
      return Number(sum);
    },
  };
}

/** Bytes `start..end` of a text, both included, negative ones counted from the end. */
function byteRange(text: string, start: number, end: number): string {
  const bytes = Buffer.from(text, "utf8");
  const from = start < 0 ? Math.max(0, bytes.length + start) : start;
  const to = end < 0 ? bytes.length + end : end;
  return bytes.subarray(from, to + 1).toString("utf8");
}

export const STRING_COMMANDS: CommandTable = {
  GET: { min: 1, max: 1, run: ({ keys }, args) => keys.read(arg(args, 0), "string") ?? null },
  SET: set,
  SETEX: setWithExpiry("EX", "setex"),
  PSETEX: setWithExpiry("PX", "psetex"),
  SETNX: {
    min: 2,
    max: 2,
    grows: true,
    run({ keys }, args) {
      if (keys.find(arg(args, 0)) !== undefined) return 0;
      keys.put(arg(args, 0), "string", checkedSize(arg(args, 1)), null);
      return 1;
    },
  },
  GETSET: {
    min: 2,
    max: 2,
    grows: true,
    run({ keys }, args) {
      const old = keys.read(arg(args, 0), "string") ?? null;
      keys.put(arg(args, 0), "string", checkedSize(arg(args, 1)), null);
      return old;
    },
  },
  GETDEL: {
    min: 1,
    max: 1,
    run({ keys }, args) {
      const old = keys.read(arg(args, 0), "string") ?? null;
      keys.delete(arg(args, 0));
      return old;
    },
  },
  GETEX: {
    min: 1,
    run({ keys }, args) {
      const key = arg(args, 0);
      const value = keys.read(key, "string") ?? null;
      const name = args[1]?.toUpperCase();
      if (name === undefined) return value;
      const atMs = name === "PERSIST" ? null : expiryOf(keys, name, args[2], "getex");
      if (atMs === undefined) throw new RedisError(SYNTAX);
      keys.expireAt(key, atMs);
      return value;
    },
  },
  MGET: {
    min: 1,
    run: ({ keys }, args) =>
      args.map((key): Reply => {
        const entry = keys.find(key);
        return entry?.type === "string" ? entry.value : null;
      }),
  },
  MSET: {
    min: 2,
    grows: true,
    run({ keys }, args) {
      if (args.length % 2 !== 0) throw new RedisError(wrongNumber("mset"));
      for (const [key, value] of pairsOf(args)) keys.put(key, "string", checkedSize(value), null);
      return OK;
    },
  },
  MSETNX: {
    min: 2,
    grows: true,
    run({ keys }, args) {
      if (args.length % 2 !== 0) throw new RedisError(wrongNumber("msetnx"));
      const pairs = pairsOf(args);
      if (pairs.some(([key]) => keys.find(key) !== undefined)) return 0;
      for (const [key, value] of pairs) keys.put(key, "string", checkedSize(value), null);
      return 1;
    },
  },
  APPEND: {
    min: 2,
    max: 2,
    grows: true,
    run({ keys }, args) {
      const value = (keys.read(arg(args, 0), "string") ?? "") + arg(args, 1);
      replace(keys, arg(args, 0), value);
      return Buffer.byteLength(value);
    },
  },
  STRLEN: {
    min: 1,
    max: 1,
    run: ({ keys }, args) => Buffer.byteLength(keys.read(arg(args, 0), "string") ?? ""),
  },
  GETRANGE: {
    min: 3,
    max: 3,
    run: ({ keys }, args) =>
      byteRange(
        keys.read(arg(args, 0), "string") ?? "",
        parseInteger(arg(args, 1)),
        parseInteger(arg(args, 2)),
      ),
  },
  INCR: increment(1n, false),
  DECR: increment(-1n, false),
  INCRBY: increment(1n, true),
  DECRBY: increment(-1n, true),
  INCRBYFLOAT: {
    min: 2,
    max: 2,
    grows: true,
    run({ keys }, args) {
      const key = arg(args, 0);
      const sum =
        parseFloatArg(keys.read(key, "string") ?? "0", NOT_FLOAT) + parseFloatArg(arg(args, 1));
      if (!Number.isFinite(sum)) {
        throw new RedisError("ERR increment would produce NaN or Infinity");
      }
      replace(keys, key, formatFloat(sum));
      return formatFloat(sum);
    },
  },
};

function wrongNumber(command: string): string {
  return `ERR wrong number of arguments for '${command}' command`;
}
