import type { Command, CommandTable } from "@/sandbox/store/command";
import { HASH_COMMANDS } from "@/sandbox/store/hash-commands";
import { KEY_COMMANDS } from "@/sandbox/store/key-commands";
import type { Keyspace } from "@/sandbox/store/keyspace";
import { LIST_COMMANDS } from "@/sandbox/store/list-commands";
import { createLuaScripts } from "@/sandbox/store/lua-scripts";
import { arg, parseInteger } from "@/sandbox/store/parse-args";
import { NO_MEMORY, OK, RedisError, type Reply, SYNTAX } from "@/sandbox/store/reply";
import { SET_COMMANDS } from "@/sandbox/store/set-commands";
import { SORTED_SET_COMMANDS } from "@/sandbox/store/sorted-set-commands";
import { STRING_COMMANDS } from "@/sandbox/store/string-commands";

const TABLE: CommandTable = {
  ...KEY_COMMANDS,
  ...STRING_COMMANDS,
  ...HASH_COMMANDS,
  ...SET_COMMANDS,
  ...SORTED_SET_COMMANDS,
  ...LIST_COMMANDS,
};
const SCRIPTING = ["EVAL", "EVAL_RO", "EVALSHA", "EVALSHA_RO", "SCRIPT"];

export type Executor = {
  /** Runs one command at the keyspace's time. @throws RedisError with Redis's own text */
  execute(command: readonly string[]): Reply;
  /** What a transaction refuses before it begins: an unknown name or a wrong number of arguments. */
  check(command: readonly string[]): void;
};

type Options = {
  /** Called with each command that changed something, as it has to be repeated. */
  record(command: readonly string[]): void;
  /** Whether commands that take room are refused for now. */
  isFull(): boolean;
};

export function createExecutor(keys: Keyspace, options: Options): Executor {
  const scripts = createLuaScripts();

  const find = (command: readonly string[]): Command => {
    const name = command[0] ?? "";
    const found = Object.hasOwn(TABLE, name.toUpperCase()) ? TABLE[name.toUpperCase()] : undefined;
    if (found === undefined) {
      const shown = command.slice(1, 4).map((text) => `'${text.slice(0, 128)}' `);
      throw new RedisError(
        `ERR unknown command '${name.slice(0, 128)}', with args beginning with: ${shown.join("")}`,
      );
    }
    checkCount(name, command.length - 1, found.min, found.max);
    return found;
  };

  const executePlain = (command: readonly string[]): Reply => {
    const found = find(command);
    if (found.grows && options.isFull()) throw new RedisError(NO_MEMORY);
    const before = keys.changes;
    let recorded = command;
    const context = {
      keys,
      recordAs: (effect: readonly string[]) => {
        recorded = effect;
      },
    };
    try {
      return found.run(context, command.slice(1));
    } finally {
      if (keys.changes !== before) options.record(recorded);
    }
  };

  const evaluate = (sha: string, args: readonly string[]): Reply => {
    const count = parseInteger(arg(args, 1));
    if (count < 0) throw new RedisError("ERR Number of keys can't be negative");
    if (count > args.length - 2) {
      throw new RedisError("ERR Number of keys can't be greater than number of args");
    }
    return scripts.run(sha, args.slice(2, 2 + count), args.slice(2 + count), (command) => {
      if (isScripting(command)) {
        throw new RedisError("ERR This Redis command is not allowed from script");
      }
      return executePlain(command);
    });
  };

  const executeScripting = (command: readonly string[]): Reply => {
    const [name, ...args] = command;
    if (name?.toUpperCase() === "SCRIPT") return manageScripts(args);
    const isBySha = name?.toUpperCase().startsWith("EVALSHA");
    return evaluate(isBySha ? arg(args, 0).toLowerCase() : scripts.load(arg(args, 0)), args);
  };

  const manageScripts = (args: readonly string[]): Reply => {
    switch (args[0]?.toUpperCase()) {
      case "LOAD":
        return scripts.load(arg(args, 1));
      case "EXISTS":
        return args.slice(1).map((sha) => (scripts.has(sha.toLowerCase()) ? 1 : 0));
      case "FLUSH":
        scripts.forgetAll();
        return OK;
      default:
        throw new RedisError(SYNTAX);
    }
  };

  return {
    check(command) {
      if (isScripting(command)) checkScripting(command);
      else find(command);
    },
    execute(command) {
      if (!isScripting(command)) return executePlain(command);
      checkScripting(command);
      return executeScripting(command);
    },
  };
}

function isScripting(command: readonly string[]): boolean {
  return SCRIPTING.includes(command[0]?.toUpperCase() ?? "");
}

function checkScripting(command: readonly string[]): void {
  const name = command[0] ?? "";
  checkCount(name, command.length - 1, name.toUpperCase() === "SCRIPT" ? 1 : 2, undefined);
}

function checkCount(name: string, count: number, min: number, max: number | undefined): void {
  if (count >= min && (max === undefined || count <= max)) return;
  throw new RedisError(`ERR wrong number of arguments for '${name.toLowerCase()}' command`);
}
