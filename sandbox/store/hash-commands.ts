import { type Command, type CommandTable, pairsOf } from "@/sandbox/store/command";
import { scanOptions } from "@/sandbox/store/key-commands";
import {
  addIntegers,
  arg,
  formatFloat,
  parseBigInt,
  parseFloatArg,
  parseInteger,
} from "@/sandbox/store/parse-args";
import { OK, RedisError, type Reply } from "@/sandbox/store/reply";

const NOT_INTEGER_FIELD = "ERR hash value is not an integer";
const NOT_FLOAT_FIELD = "ERR hash value is not a float";

function setFields(command: "hset" | "hmset"): Command {
  return {
    min: 3,
    grows: true,
    run({ keys }, args) {
      if (args.length % 2 === 0) {
        throw new RedisError(`ERR wrong number of arguments for '${command}' command`);
      }
      const hash = keys.open(arg(args, 0), "hash");
      const before = hash.size;
      for (const [field, value] of pairsOf(args.slice(1))) hash.set(field, value);
      keys.changed(arg(args, 0));
      return command === "hset" ? hash.size - before : OK;
    },
  };
}

/** Reads the whole hash and makes a reply of its fields. */
function readAll(reply: (hash: Map<string, string>) => Reply): Command {
  return {
    min: 1,
    max: 1,
    run: ({ keys }, args) => reply(keys.read(arg(args, 0), "hash") ?? new Map()),
  };
}

export const HASH_COMMANDS: CommandTable = {
  HSET: setFields("hset"),
  HMSET: setFields("hmset"),
  HSETNX: {
    min: 3,
    max: 3,
    grows: true,
    run({ keys }, args) {
      const hash = keys.open(arg(args, 0), "hash");
      if (hash.has(arg(args, 1))) return 0;
      hash.set(arg(args, 1), arg(args, 2));
      keys.changed(arg(args, 0));
      return 1;
    },
  },
  HGET: {
    min: 2,
    max: 2,
    run: ({ keys }, args) => keys.read(arg(args, 0), "hash")?.get(arg(args, 1)) ?? null,
  },
  HMGET: {
    min: 2,
    run({ keys }, args) {
      const hash = keys.read(arg(args, 0), "hash");
      return args.slice(1).map((field) => hash?.get(field) ?? null);
    },
  },
  HGETALL: readAll((hash) => [...hash].flat()),
  HKEYS: readAll((hash) => [...hash.keys()]),
  HVALS: readAll((hash) => [...hash.values()]),
  HLEN: readAll((hash) => hash.size),
  HEXISTS: {
    min: 2,
    max: 2,
    run: ({ keys }, args) => (keys.read(arg(args, 0), "hash")?.has(arg(args, 1)) ? 1 : 0),
  },
  HSTRLEN: {
    min: 2,
    max: 2,
    run: ({ keys }, args) =>
      Buffer.byteLength(keys.read(arg(args, 0), "hash")?.get(arg(args, 1)) ?? ""),
  },
  HDEL: {
    min: 2,
    run({ keys }, args) {
      const hash = keys.read(arg(args, 0), "hash");
      const removed = args.slice(1).filter((field) => hash?.delete(field)).length;
      if (removed > 0) keys.changed(arg(args, 0));
      return removed;
    },
  },
  HINCRBY: {
    min: 3,
    max: 3,
    grows: true,
    run({ keys }, args) {
      const amount = parseBigInt(arg(args, 2));
      const old = keys.read(arg(args, 0), "hash")?.get(arg(args, 1)) ?? "0";
      const sum = addIntegers(parseBigInt(old, NOT_INTEGER_FIELD), amount);
      keys.open(arg(args, 0), "hash").set(arg(args, 1), String(sum));
      keys.changed(arg(args, 0));
      return Number(sum);
    },
  },
  HINCRBYFLOAT: {
    min: 3,
    max: 3,
    grows: true,
    run({ keys }, args) {
      const amount = parseFloatArg(arg(args, 2));
      const old = keys.read(arg(args, 0), "hash")?.get(arg(args, 1)) ?? "0";
      const sum = formatFloat(parseFloatArg(old, NOT_FLOAT_FIELD) + amount);
      keys.open(arg(args, 0), "hash").set(arg(args, 1), sum);
      keys.changed(arg(args, 0));
      return sum;
    },
  },
  HSCAN: {
    min: 2,
    run({ keys }, args) {
      parseInteger(arg(args, 1), "ERR invalid cursor");
      const { isMatch } = scanOptions(args.slice(2));
      const hash = keys.read(arg(args, 0), "hash") ?? new Map<string, string>();
      return ["0", [...hash].filter(([field]) => isMatch(field)).flat()];
    },
  },
};
