import { LuaFactory, LuaLibraries } from "wasmoon";

export type RedisReply = string | number | RedisReply[];

/** Runs one command like Redis. @throws RedisError */
export type RunCommand = (command: readonly string[]) => RedisReply;

/** A command that Redis would reject, with its error message. */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

type Entry = { value: number | Map<string, number>; expiresAtMs: number };

const KEYS_MAX = 50_000;
/** Share of the keys that is removed at once when there are too many. */
const EVICTED_SHARE = 0.05;
const SCRIPTS_MAX = 100;

/**
 * The commands that the rate limiter uses, in memory: PING, EVAL, and in scripts INCRBY, PEXPIRE,
 * ZADD, ZCARD, ZRANGE, ZREM and ZREMRANGEBYSCORE. Beyond `keysMax` keys, those that expire first are
 * removed.
 */
export async function createMemoryRedis(
  now: () => number = Date.now,
  keysMax = KEYS_MAX,
): Promise<{ run: RunCommand; size(): number; removeExpired(): void }> {
  const entries = new Map<string, Entry>();
  // The clock is frozen while a command runs: a key must not expire in the middle of a script.
  let timeMs = now();

  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAtMs > timeMs) return entry;
    entries.delete(key);
    return undefined;
  };
  const makeRoom = () => {
    if (entries.size < keysMax) return;
    const byExpiry = [...entries].sort(([, a], [, b]) => a.expiresAtMs - b.expiresAtMs);
    for (const [key] of byExpiry.slice(0, Math.ceil(keysMax * EVICTED_SHARE))) entries.delete(key);
  };
  const create = (key: string, value: Entry["value"]): void => {
    makeRoom();
    entries.set(key, { value, expiresAtMs: Number.POSITIVE_INFINITY });
  };
  const sortedSet = (key: string): Map<string, number> | undefined => {
    const value = live(key)?.value;
    if (typeof value === "number") throw new RedisError("WRONGTYPE Not a sorted set");
    return value;
  };

  const commands: Record<string, (...args: string[]) => RedisReply> = {
    ping: () => "PONG",
    incrby(key = "", by = "") {
      const entry = live(key);
      if (entry === undefined) {
        create(key, integer(by));
        return integer(by);
      }
      if (typeof entry.value !== "number") throw new RedisError("WRONGTYPE Not a number");
      entry.value += integer(by);
      return entry.value;
    },
    pexpire(key = "", ms = "") {
      const entry = live(key);
      if (entry === undefined) return 0;
      entry.expiresAtMs = timeMs + integer(ms);
      return 1;
    },
    zadd(key = "", score = "", member = "") {
      const set = sortedSet(key);
      if (set === undefined) create(key, new Map([[member, float(score)]]));
      const isNew = set?.has(member) !== true;
      set?.set(member, float(score));
      return isNew ? 1 : 0;
    },
    zcard: (key = "") => sortedSet(key)?.size ?? 0,
    zrange(key = "", start = "", stop = "", option = "") {
      const members = [...(sortedSet(key) ?? [])].sort(
        ([a, scoreA], [b, scoreB]) => scoreA - scoreB || (a < b ? -1 : 1),
      );
      const end = integer(stop) < 0 ? members.length + integer(stop) : integer(stop);
      const range = members.slice(integer(start), end + 1);
      if (option.toUpperCase() !== "WITHSCORES") return range.map(([member]) => member);
      return range.flatMap(([member, score]) => [member, String(score)]);
    },
    zrem(key = "", member = "") {
      const set = sortedSet(key);
      const isRemoved = set?.delete(member) === true;
      if (set?.size === 0) entries.delete(key);
      return isRemoved ? 1 : 0;
    },
    zremrangebyscore(key = "", min = "", max = "") {
      const set = sortedSet(key);
      let removed = 0;
      for (const [member, score] of set ?? []) {
        if (score < float(min) || score > float(max)) continue;
        set?.delete(member);
        removed += 1;
      }
      if (set?.size === 0) entries.delete(key);
      return removed;
    },
  };

  const byName = new Map(Object.entries(commands));

  const runPlain: RunCommand = ([name = "", ...args]) => {
    const command = byName.get(name.toLowerCase());
    if (command === undefined) throw new RedisError(`ERR unknown command '${name}'`);
    return command(...args);
  };
  const runScript = await createScripts(runPlain);
  const run: RunCommand = (command) => {
    timeMs = now();
    const [name = "", script = "", count = "", ...rest] = command;
    if (name.toLowerCase() !== "eval") return runPlain(command);
    return runScript(script, rest.slice(0, integer(count)), rest.slice(integer(count)));
  };
  return {
    run,
    size: () => entries.size,
    removeExpired() {
      timeMs = now();
      for (const key of entries.keys()) live(key);
    },
  };
}

type RunScript = (script: string, keys: readonly string[], args: readonly string[]) => RedisReply;

/** Lua for EVAL, with `redis.call`; each script is compiled once. */
async function createScripts(call: RunCommand): Promise<RunScript> {
  const lua = await new LuaFactory().createEngine({
    openStandardLibs: false,
    // Arrays are copied to Lua tables and back.
    enableProxy: false,
  });
  for (const library of [LuaLibraries.Base, LuaLibraries.Math, LuaLibraries.String]) {
    lua.global.loadLibrary(library);
  }
  lua.global.set("redis", {
    call: (...command: unknown[]) => call(command.map(String)),
  });
  const compiled = new Map<string, (keys: unknown, args: unknown) => unknown>();

  const compile = (script: string) => {
    const known = compiled.get(script);
    if (known !== undefined) return known;
    if (compiled.size >= SCRIPTS_MAX) throw new RedisError("OOM too many scripts");
    const created: unknown = lua.doStringSync(`return function(KEYS, ARGV) ${script}\nend`);
    if (!isFunction(created)) throw new RedisError("ERR the script is not a function");
    compiled.set(script, created);
    return created;
  };
  return (script, keys, args) => {
    try {
      return toReply(compile(script)(keys, args));
    } catch (error) {
      throw new RedisError(`ERR ${error instanceof Error ? error.message : String(error)}`);
    }
  };
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}

/** Converts a script's result like Redis: numbers lose their fraction. */
function toReply(value: unknown): RedisReply {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Math.trunc(value);
  if (Array.isArray(value)) return value.map(toReply);
  throw new RedisError("ERR the script returned neither text, number nor list");
}

function integer(text: string): number {
  const value = Number(text);
  if (text === "" || !Number.isInteger(value)) throw new RedisError("ERR value is not an integer");
  return value;
}

function float(text: string): number {
  if (/^[+-]?inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) throw new RedisError("ERR value is not a valid float");
  return value;
}
