import type { Command, CommandTable } from "@/sandbox/store/command";
import { scanOptions } from "@/sandbox/store/key-commands";
import type { Keyspace } from "@/sandbox/store/keyspace";
import { arg, parseInteger } from "@/sandbox/store/parse-args";
import { NOT_INTEGER, RedisError } from "@/sandbox/store/reply";

function members(keys: Keyspace, key: string): Set<string> {
  return keys.read(key, "set") ?? new Set();
}

/** SINTER, SUNION, SDIFF. */
function combine(merge: (first: Set<string>, rest: Set<string>[]) => Iterable<string>): Command {
  return {
    min: 1,
    run({ keys }, args) {
      const [first = new Set<string>(), ...rest] = args.map((key) => members(keys, key));
      return [...merge(first, rest)];
    },
  };
}

function pickRandom(all: readonly string[], count: number): string[] {
  const pool = [...all];
  const picked: string[] = [];
  while (picked.length < count && pool.length > 0) {
    picked.push(...pool.splice(Math.floor(Math.random() * pool.length), 1));
  }
  return picked;
}

export const SET_COMMANDS: CommandTable = {
  SADD: {
    min: 2,
    grows: true,
    run({ keys }, args) {
      const set = keys.open(arg(args, 0), "set");
      const before = set.size;
      for (const member of args.slice(1)) set.add(member);
      if (set.size !== before) keys.changed(arg(args, 0));
      return set.size - before;
    },
  },
  SREM: {
    min: 2,
    run({ keys }, args) {
      const set = keys.read(arg(args, 0), "set");
      const removed = args.slice(1).filter((member) => set?.delete(member)).length;
      if (removed > 0) keys.changed(arg(args, 0));
      return removed;
    },
  },
  SMEMBERS: { min: 1, max: 1, run: ({ keys }, args) => [...members(keys, arg(args, 0))] },
  SCARD: { min: 1, max: 1, run: ({ keys }, args) => members(keys, arg(args, 0)).size },
  SISMEMBER: {
    min: 2,
    max: 2,
    run: ({ keys }, args) => (members(keys, arg(args, 0)).has(arg(args, 1)) ? 1 : 0),
  },
  SMISMEMBER: {
    min: 2,
    run({ keys }, args) {
      const set = members(keys, arg(args, 0));
      return args.slice(1).map((member) => (set.has(member) ? 1 : 0));
    },
  },
  SPOP: {
    min: 1,
    max: 2,
    run({ keys, recordAs }, args) {
      const key = arg(args, 0);
      const count = args[1] === undefined ? 1 : parseInteger(args[1]);
      if (count < 0) throw new RedisError("ERR value is out of range, must be positive");
      const set = keys.read(key, "set");
      const picked = pickRandom([...(set ?? [])], count);
      for (const member of picked) set?.delete(member);
      if (picked.length > 0) {
        keys.changed(key);
        recordAs(["SREM", key, ...picked]);
      }
      return args[1] === undefined ? (picked[0] ?? null) : picked;
    },
  },
  SRANDMEMBER: {
    min: 1,
    max: 2,
    run({ keys }, args) {
      const all = [...members(keys, arg(args, 0))];
      if (args[1] === undefined) return pickRandom(all, 1)[0] ?? null;
      const count = parseInteger(args[1]);
      if (count >= 0) return pickRandom(all, count);
      // A negative count may pick the same member again.
      if (-count > 100_000) throw new RedisError(NOT_INTEGER);
      return Array.from(
        { length: all.length === 0 ? 0 : -count },
        () => pickRandom(all, 1)[0] ?? "",
      );
    },
  },
  SMOVE: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const [from, to, member] = [arg(args, 0), arg(args, 1), arg(args, 2)];
      const source = keys.read(from, "set");
      keys.read(to, "set");
      if (source === undefined || !source.delete(member)) return 0;
      keys.changed(from);
      keys.open(to, "set").add(member);
      keys.changed(to);
      return 1;
    },
  },
  SINTER: combine((first, rest) => [...first].filter((it) => rest.every((set) => set.has(it)))),
  SUNION: combine((first, rest) => new Set([first, ...rest].flatMap((set) => [...set]))),
  SDIFF: combine((first, rest) => [...first].filter((it) => !rest.some((set) => set.has(it)))),
  SSCAN: {
    min: 2,
    run({ keys }, args) {
      parseInteger(arg(args, 1), "ERR invalid cursor");
      const { isMatch } = scanOptions(args.slice(2));
      return ["0", [...members(keys, arg(args, 0))].filter(isMatch)];
    },
  },
};
