import type { Command, CommandTable } from "@/sandbox/store/command";
import { arg, parseInteger } from "@/sandbox/store/parse-args";
import { OK, RedisError, SYNTAX } from "@/sandbox/store/reply";

type End = "left" | "right";

function push(end: End, onlyExisting: boolean): Command {
  return {
    min: 2,
    grows: true,
    run({ keys }, args) {
      const key = arg(args, 0);
      if (onlyExisting && keys.read(key, "list") === undefined) return 0;
      const list = keys.open(key, "list");
      if (end === "right") list.push(...args.slice(1));
      else list.unshift(...args.slice(1).reverse());
      keys.changed(key);
      return list.length;
    },
  };
}

function pop(end: End): Command {
  return {
    min: 1,
    max: 2,
    run({ keys }, args) {
      const key = arg(args, 0);
      const count = args[1] === undefined ? 1 : parseInteger(args[1]);
      if (count < 0) throw new RedisError("ERR value is out of range, must be positive");
      const list = keys.read(key, "list");
      if (list === undefined) return null;
      const taken =
        end === "left"
          ? list.splice(0, count)
          : list.splice(Math.max(0, list.length - count)).reverse();
      if (taken.length > 0) keys.changed(key);
      return args[1] === undefined ? (taken[0] ?? null) : taken;
    },
  };
}

/** A range with both ends included and negative numbers counted from the end, as `[from, to)`. */
export function rangeOf(length: number, start: number, stop: number): [number, number] {
  const from = Math.max(0, start < 0 ? length + start : start);
  const to = Math.min(length, (stop < 0 ? length + stop : stop) + 1);
  return [from, Math.max(from, to)];
}

function endOf(text: string): End {
  const name = text.toUpperCase();
  if (name !== "LEFT" && name !== "RIGHT") throw new RedisError(SYNTAX);
  return name === "LEFT" ? "left" : "right";
}

function move(
  keys: Parameters<Command["run"]>[0]["keys"],
  [from, to]: [string, string],
  [take, put]: [End, End],
): string | null {
  const source = keys.read(from, "list");
  keys.read(to, "list");
  const item = take === "left" ? source?.shift() : source?.pop();
  if (item === undefined) return null;
  // The source may be the destination: it must not vanish while it is empty in between.
  const target = keys.open(to, "list");
  if (put === "left") target.unshift(item);
  else target.push(item);
  keys.changed(from);
  keys.changed(to);
  return item;
}

export const LIST_COMMANDS: CommandTable = {
  LPUSH: push("left", false),
  RPUSH: push("right", false),
  LPUSHX: push("left", true),
  RPUSHX: push("right", true),
  LPOP: pop("left"),
  RPOP: pop("right"),
  LLEN: {
    min: 1,
    max: 1,
    run: ({ keys }, args) => keys.read(arg(args, 0), "list")?.length ?? 0,
  },
  LRANGE: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const list = keys.read(arg(args, 0), "list") ?? [];
      const range = rangeOf(list.length, parseInteger(arg(args, 1)), parseInteger(arg(args, 2)));
      return list.slice(...range);
    },
  },
  LINDEX: {
    min: 2,
    max: 2,
    run: ({ keys }, args) =>
      keys.read(arg(args, 0), "list")?.at(parseInteger(arg(args, 1))) ?? null,
  },
  LSET: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const list = keys.read(arg(args, 0), "list");
      if (list === undefined) throw new RedisError("ERR no such key");
      const given = parseInteger(arg(args, 1));
      const index = given < 0 ? list.length + given : given;
      if (index < 0 || index >= list.length) throw new RedisError("ERR index out of range");
      list[index] = arg(args, 2);
      keys.changed(arg(args, 0));
      return OK;
    },
  },
  LREM: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const list = keys.read(arg(args, 0), "list");
      if (list === undefined) return 0;
      const count = parseInteger(arg(args, 1));
      const places = list.flatMap((item, index) => (item === arg(args, 2) ? [index] : []));
      if (count < 0) places.reverse();
      const doomed = count === 0 ? places : places.slice(0, Math.abs(count));
      for (const index of doomed.sort((a, b) => b - a)) list.splice(index, 1);
      if (doomed.length > 0) keys.changed(arg(args, 0));
      return doomed.length;
    },
  },
  LTRIM: {
    min: 3,
    max: 3,
    run({ keys }, args) {
      const list = keys.read(arg(args, 0), "list");
      const [start, stop] = [parseInteger(arg(args, 1)), parseInteger(arg(args, 2))];
      if (list === undefined) return OK;
      const [from, to] = rangeOf(list.length, start, stop);
      list.splice(to);
      list.splice(0, from);
      keys.changed(arg(args, 0));
      return OK;
    },
  },
  LINSERT: {
    min: 4,
    max: 4,
    grows: true,
    run({ keys }, args) {
      const where = arg(args, 1).toUpperCase();
      if (where !== "BEFORE" && where !== "AFTER") throw new RedisError(SYNTAX);
      const list = keys.read(arg(args, 0), "list");
      if (list === undefined) return 0;
      const pivot = list.indexOf(arg(args, 2));
      if (pivot < 0) return -1;
      list.splice(where === "BEFORE" ? pivot : pivot + 1, 0, arg(args, 3));
      keys.changed(arg(args, 0));
      return list.length;
    },
  },
  RPOPLPUSH: {
    min: 2,
    max: 2,
    run: ({ keys }, args) => move(keys, [arg(args, 0), arg(args, 1)], ["right", "left"]),
  },
  LMOVE: {
    min: 4,
    max: 4,
    run: ({ keys }, args) =>
      move(keys, [arg(args, 0), arg(args, 1)], [endOf(arg(args, 2)), endOf(arg(args, 3))]),
  },
};
