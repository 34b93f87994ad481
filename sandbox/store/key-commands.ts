import type { Command, CommandTable } from "@/sandbox/store/command";
import type { Keyspace } from "@/sandbox/store/keyspace";
import { arg, globTest, parseInteger } from "@/sandbox/store/parse-args";
import { NOT_INTEGER, OK, RedisError, type Reply, Status, SYNTAX } from "@/sandbox/store/reply";

const SCAN_COUNT = 10;
const MS = 1;
const SECOND = 1_000;

/** EXPIRE and its kin: `unitMs` of the number, counted from now or from the epoch. */
function expire(unitMs: number, from: "now" | "epoch"): Command {
  return {
    min: 2,
    max: 3,
    run({ keys }, args) {
      const key = arg(args, 0);
      const base = from === "now" ? keys.nowMs : 0;
      const atMs = base + parseInteger(arg(args, 1)) * unitMs;
      const condition = args[2]?.toUpperCase();
      if (condition !== undefined && !["NX", "XX", "GT", "LT"].includes(condition)) {
        throw new RedisError(`ERR Unsupported option ${args[2]}`);
      }
      const entry = keys.find(key);
      if (entry === undefined) return 0;
      // No expiry counts as infinitely late.
      const current = entry.expiresAtMs ?? Infinity;
      const isRefused =
        (condition === "NX" && current !== Infinity) ||
        (condition === "XX" && current === Infinity) ||
        (condition === "GT" && atMs <= current) ||
        (condition === "LT" && atMs >= current);
      if (isRefused) return 0;
      keys.expireAt(key, atMs);
      return 1;
    },
  };
}

/** TTL and its kin; -2 = no key, -1 = no expiry. */
function timeLeft(unitMs: number, from: "now" | "epoch"): Command {
  return {
    min: 1,
    max: 1,
    run({ keys }, args) {
      const entry = keys.find(arg(args, 0));
      if (entry === undefined) return -2;
      if (entry.expiresAtMs === null) return -1;
      const base = from === "now" ? keys.nowMs : 0;
      return Math.round((entry.expiresAtMs - base) / unitMs);
    },
  };
}

const remove: Command = {
  min: 1,
  run: ({ keys }, args) => args.filter((key) => keys.delete(key)).length,
};

const count: Command = {
  min: 1,
  run: ({ keys }, args) => args.filter((key) => keys.find(key) !== undefined).length,
};

const flush: Command = {
  min: 0,
  max: 1,
  run({ keys }) {
    keys.clear();
    return OK;
  },
};

function rename(keys: Keyspace, from: string, to: string): void {
  const entry = keys.find(from);
  if (entry === undefined) throw new RedisError("ERR no such key");
  keys.delete(from);
  keys.put(to, entry.type, entry.value, entry.expiresAtMs);
}

/** The options that SCAN and its kin share: `[MATCH glob] [COUNT n] [TYPE t]`. */
export function scanOptions(args: readonly string[]) {
  let isMatch: (text: string) => boolean = () => true;
  let size = SCAN_COUNT;
  let type: string | null = null;
  for (let index = 0; index < args.length; index += 2) {
    const value = arg(args, index + 1);
    switch (args[index]?.toUpperCase()) {
      case "MATCH":
        isMatch = globTest(value);
        break;
      case "COUNT":
        size = parseInteger(value);
        if (size < 1) throw new RedisError(SYNTAX);
        break;
      case "TYPE":
        type = value.toLowerCase();
        break;
      default:
        throw new RedisError(SYNTAX);
    }
  }
  return { isMatch, size, type };
}

export const KEY_COMMANDS: CommandTable = {
  PING: { min: 0, max: 1, run: (_, args) => args[0] ?? new Status("PONG") },
  ECHO: { min: 1, max: 1, run: (_, args) => arg(args, 0) },
  TIME: {
    min: 0,
    max: 0,
    run: ({ keys }) => [String(Math.floor(keys.nowMs / 1000)), `${(keys.nowMs % 1000) * 1000}`],
  },
  DBSIZE: { min: 0, max: 0, run: ({ keys }) => [...keys.entries()].length },
  FLUSHDB: flush,
  FLUSHALL: flush,
  DEL: remove,
  UNLINK: remove,
  EXISTS: count,
  TOUCH: count,
  TYPE: {
    min: 1,
    max: 1,
    run: ({ keys }, args) => new Status(keys.find(arg(args, 0))?.type ?? "none"),
  },
  EXPIRE: expire(SECOND, "now"),
  PEXPIRE: expire(MS, "now"),
  EXPIREAT: expire(SECOND, "epoch"),
  PEXPIREAT: expire(MS, "epoch"),
  TTL: timeLeft(SECOND, "now"),
  PTTL: timeLeft(MS, "now"),
  EXPIRETIME: timeLeft(SECOND, "epoch"),
  PEXPIRETIME: timeLeft(MS, "epoch"),
  PERSIST: {
    min: 1,
    max: 1,
    run({ keys }, args) {
      const entry = keys.find(arg(args, 0));
      if (entry === undefined || entry.expiresAtMs === null) return 0;
      keys.expireAt(arg(args, 0), null);
      return 1;
    },
  },
  RENAME: {
    min: 2,
    max: 2,
    run({ keys }, args) {
      rename(keys, arg(args, 0), arg(args, 1));
      return OK;
    },
  },
  RENAMENX: {
    min: 2,
    max: 2,
    run({ keys }, args) {
      if (keys.find(arg(args, 0)) !== undefined && keys.find(arg(args, 1)) !== undefined) return 0;
      rename(keys, arg(args, 0), arg(args, 1));
      return 1;
    },
  },
  RANDOMKEY: {
    min: 0,
    max: 0,
    run({ keys }): Reply {
      const all = [...keys.entries()];
      return all[Math.floor(Math.random() * all.length)]?.[0] ?? null;
    },
  },
  KEYS: {
    min: 1,
    max: 1,
    run({ keys }, args) {
      const isMatch = globTest(arg(args, 0));
      return [...keys.entries()].map(([key]) => key).filter(isMatch);
    },
  },
  SCAN: {
    min: 1,
    run({ keys }, args) {
      const cursor = parseInteger(arg(args, 0), "ERR invalid cursor");
      if (cursor < 0) throw new RedisError(NOT_INTEGER);
      const { isMatch, size, type } = scanOptions(args.slice(1));
      const all = [...keys.entries()];
      const found = all
        .slice(cursor, cursor + size)
        .filter(([key, entry]) => isMatch(key) && (type === null || entry.type === type))
        .map(([key]) => key);
      return [String(cursor + size < all.length ? cursor + size : 0), found];
    },
  },
};
