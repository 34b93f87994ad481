import { type Command, type CommandTable, pairsOf } from "@/sandbox/store/command";
import { scanOptions } from "@/sandbox/store/key-commands";
import type { Keyspace } from "@/sandbox/store/keyspace";
import { rangeOf } from "@/sandbox/store/list-commands";
import { arg, formatFloat, parseFloatArg, parseInteger } from "@/sandbox/store/parse-args";
import { RedisError, type Reply, SYNTAX } from "@/sandbox/store/reply";

type Item = [member: string, score: number];

const NOT_RANGE = "ERR min or max is not a float";

/** Members by score, then by text: the order of every range. */
function sorted(keys: Keyspace, key: string): Item[] {
  const zset = keys.read(key, "zset") ?? new Map<string, number>();
  return [...zset].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : a > b ? 1 : 0));
}

function flat(items: readonly Item[], withScores: boolean): string[] {
  return items.flatMap(([member, score]) => (withScores ? [member, formatFloat(score)] : [member]));
}

/** `5`, `(5` (exclusive), `-inf`, `+inf`. */
function bound(text: string): { score: number; isExclusive: boolean } {
  const isExclusive = text.startsWith("(");
  return { score: parseFloatArg(isExclusive ? text.slice(1) : text, NOT_RANGE), isExclusive };
}

function byScore(items: readonly Item[], min: string, max: string): Item[] {
  const [low, high] = [bound(min), bound(max)];
  return items.filter(
    ([, score]) =>
      (low.isExclusive ? score > low.score : score >= low.score) &&
      (high.isExclusive ? score < high.score : score <= high.score),
  );
}

/** ZRANGE and its kin. `fixed` holds what the older names imply. */
function range(fixed: readonly ("BYSCORE" | "REV")[]): Command {
  return {
    min: 3,
    run({ keys }, args) {
      const flags = new Set<string>(fixed);
      let limit: [offset: number, count: number] | null = null;
      for (let index = 3; index < args.length; index++) {
        const name = arg(args, index).toUpperCase();
        if (name === "LIMIT") {
          limit = [parseInteger(arg(args, index + 1)), parseInteger(arg(args, index + 2))];
          index += 2;
        } else if (["BYSCORE", "REV", "WITHSCORES"].includes(name)) flags.add(name);
        else throw new RedisError(SYNTAX);
      }
      if (limit !== null && !flags.has("BYSCORE")) {
        throw new RedisError(
          "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX",
        );
      }
      const items = sorted(keys, arg(args, 0));
      const [first, second] = [arg(args, 1), arg(args, 2)];
      if (flags.has("BYSCORE")) {
        // Reversed, the larger bound comes first.
        const [min, max] = flags.has("REV") ? [second, first] : [first, second];
        const found = byScore(items, min, max);
        if (flags.has("REV")) found.reverse();
        const [offset, count] = limit ?? [0, -1];
        const end = count < 0 ? undefined : offset + count;
        return flat(found.slice(offset, end), flags.has("WITHSCORES"));
      }
      if (flags.has("REV")) items.reverse();
      const bounds = rangeOf(items.length, parseInteger(first), parseInteger(second));
      return flat(items.slice(...bounds), flags.has("WITHSCORES"));
    },
  };
}

const add: Command = {
  min: 3,
  grows: true,
  run({ keys }, args) {
    const key = arg(args, 0);
    const flags = new Set<string>();
    let start = 1;
    for (; ["NX", "XX", "GT", "LT", "CH", "INCR"].includes(args[start]?.toUpperCase() ?? ""); ) {
      flags.add(arg(args, start++).toUpperCase());
    }
    const rest = args.slice(start);
    const isConflict =
      (flags.has("NX") && (flags.has("XX") || flags.has("GT") || flags.has("LT"))) ||
      (flags.has("GT") && flags.has("LT"));
    if (rest.length === 0 || rest.length % 2 !== 0 || isConflict) throw new RedisError(SYNTAX);
    const pairs = pairsOf(rest).map(([score, member]): Item => [member, parseFloatArg(score)]);
    if (flags.has("INCR") && pairs.length !== 1) {
      throw new RedisError("ERR INCR option supports a single increment-element pair");
    }
    const zset = keys.open(key, "zset");
    let added = 0;
    let updated = 0;
    let incremented: number | null = null;
    for (const [member, given] of pairs) {
      const old = zset.get(member);
      const score = flags.has("INCR") ? (old ?? 0) + given : given;
      if (old === undefined ? flags.has("XX") : isUpdateRefused(flags, old, score)) continue;
      incremented = score;
      if (old === undefined) added += 1;
      else if (old !== score) updated += 1;
      zset.set(member, score);
    }
    if (added + updated > 0) keys.changed(key);
    else keys.closeIfEmpty(key);
    if (flags.has("INCR")) return incremented === null ? null : formatFloat(incremented);
    return flags.has("CH") ? added + updated : added;
  },
};

function isUpdateRefused(flags: ReadonlySet<string>, old: number, score: number): boolean {
  return flags.has("NX") || (flags.has("GT") && score <= old) || (flags.has("LT") && score >= old);
}

function remove(keys: Keyspace, key: string, members: readonly string[]): number {
  const zset = keys.read(key, "zset");
  const removed = members.filter((member) => zset?.delete(member)).length;
  if (removed > 0) keys.changed(key);
  return removed;
}

function pop(end: "min" | "max"): Command {
  return {
    min: 1,
    max: 2,
    run({ keys }, args) {
      const count = args[1] === undefined ? 1 : parseInteger(args[1]);
      if (count < 0) throw new RedisError("ERR value is out of range, must be positive");
      const items = sorted(keys, arg(args, 0));
      if (end === "max") items.reverse();
      const taken = items.slice(0, count);
      remove(
        keys,
        arg(args, 0),
        taken.map(([member]) => member),
      );
      return flat(taken, true);
    },
  };
}

function rank(isReversed: boolean): Command {
  return {
    min: 2,
    max: 2,
    run({ keys }, args): Reply {
      const items = sorted(keys, arg(args, 0));
      if (isReversed) items.reverse();
      const index = items.findIndex(([member]) => member === arg(args, 1));
      return index < 0 ? null : index;
    },
  };
}

function scoreOf(keys: Keyspace, key: string, member: string): string | null {
  const score = keys.read(key, "zset")?.get(member);
  return score === undefined ? null : formatFloat(score);
}

export const SORTED_SET_COMMANDS: CommandTable = {
  ZADD: add,
  ZINCRBY: {
    min: 3,
    max: 3,
    grows: true,
    run: (context, args) => add.run(context, [arg(args, 0), "INCR", arg(args, 1), arg(args, 2)]),
  },
  ZREM: { min: 2, run: ({ keys }, args) => remove(keys, arg(args, 0), args.slice(1)) },
  ZCARD: {
    min: 1,
    max: 1,
    run: ({ keys }, args) => keys.read(arg(args, 0), "zset")?.size ?? 0,
  },
  ZSCORE: {
    min: 2,
    max: 2,
    run: ({ keys }, args) => scoreOf(keys, arg(args, 0), arg(args, 1)),
  },
  ZMSCORE: {
    min: 2,
    run: ({ keys }, args) => args.slice(1).map((member) => scoreOf(keys, arg(args, 0), member)),
  },
  ZCOUNT: {
    min: 3,
    max: 3,
    run: ({ keys }, args) => byScore(sorted(keys, arg(args, 0)), arg(args, 1), arg(args, 2)).length,
  },
  ZRANGE: range([]),
  ZREVRANGE: range(["REV"]),
  ZRANGEBYSCORE: range(["BYSCORE"]),
  ZREVRANGEBYSCORE: range(["BYSCORE", "REV"]),
  ZRANK: rank(false),
  ZREVRANK: rank(true),
  ZPOPMIN: pop("min"),
  ZPOPMAX: pop("max"),
  ZREMRANGEBYSCORE: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const doomed = byScore(sorted(keys, arg(args, 0)), arg(args, 1), arg(args, 2));
      return remove(
        keys,
        arg(args, 0),
        doomed.map(([member]) => member),
      );
    },
  },
  ZREMRANGEBYRANK: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const items = sorted(keys, arg(args, 0));
      const bounds = rangeOf(items.length, parseInteger(arg(args, 1)), parseInteger(arg(args, 2)));
      return remove(
        keys,
        arg(args, 0),
        items.slice(...bounds).map(([member]) => member),
      );
    },
  },
  ZSCAN: {
    min: 2,
    run({ keys }, args) {
      parseInteger(arg(args, 1), "ERR invalid cursor");
      const { isMatch } = scanOptions(args.slice(2));
      const found = sorted(keys, arg(args, 0)).filter(([member]) => isMatch(member));
      return ["0", flat(found, true)];
    },
  },
};
