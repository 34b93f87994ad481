import { createHash } from "node:crypto";
import { type LuaState, lauxlib, lua, lualib, toLuaString } from "@/sandbox/store/fengari";
import { RedisError, type Reply, Status } from "@/sandbox/store/reply";

/** Runs one Redis command for a script. */
export type CallRedis = (command: readonly string[]) => Reply;

export type LuaScripts = {
  /** Keeps a script for `evalSha`. @returns its SHA-1 */
  load(source: string): string;
  has(sha: string): boolean;
  forgetAll(): void;
  run(sha: string, keys: readonly string[], args: readonly string[], call: CallRedis): Reply;
};

/** A script that runs longer than this many instructions is stopped; nothing else runs meanwhile. */
const INSTRUCTIONS_MAX = 5_000_000;
const SCRIPTS_MAX = 500;
const NESTING_MAX = 32;

/** Lua 5.1's names, doubles from rounding, and Redis's ban on global variables. */
const PRELUDE = `
local floor, ceil = math.floor, math.ceil
math.floor = function(x) return floor(x) + 0.0 end
math.ceil = function(x) return ceil(x) + 0.0 end
local text = tostring
tostring = function(value)
  if type(value) == "number" then return value .. "" end
  return text(value)
end
math.pow = function(x, y) return x ^ y end
unpack = table.unpack
table.getn = function(t) return #t end
redis.status_reply = function(text) return { ok = text } end
redis.error_reply = function(text) return { err = text } end
dofile, loadfile, load, print, collectgarbage = nil, nil, nil, nil, nil
setmetatable(_G, {
  __newindex = function(_, name)
    error("Script attempted to create global variable '" .. tostring(name) .. "'", 2)
  end,
  __index = function(_, name)
    error("Script attempted to access nonexistent global variable '" .. tostring(name) .. "'", 2)
  end,
})
`;

/** The Lua side of EVAL: one interpreter, each script compiled once. */
export function createLuaScripts(): LuaScripts {
  const state = lauxlib.luaL_newstate();
  const refs = new Map<string, number>();
  let callRedis: CallRedis = () => null;
  openLibraries(state, (command) => callRedis(command));

  const load = (source: string) => {
    const sha = createHash("sha1").update(source).digest("hex");
    if (refs.has(sha)) return sha;
    // The first line `#!lua flags=…` is Redis's, not Lua's; the line count stays the same.
    const code = toLuaString(source.replace(/^#![^\n]*/, ""));
    if (
      lauxlib.luaL_loadbuffer(state, code, code.length, toLuaString("@user_script")) !== lua.LUA_OK
    ) {
      throw new RedisError(`ERR Error compiling script (new function): ${popText(state)}`);
    }
    if (refs.size >= SCRIPTS_MAX) forgetAll();
    refs.set(sha, lauxlib.luaL_ref(state, lua.LUA_REGISTRYINDEX));
    return sha;
  };

  const forgetAll = () => {
    for (const ref of refs.values()) lauxlib.luaL_unref(state, lua.LUA_REGISTRYINDEX, ref);
    refs.clear();
  };

  return {
    load,
    has: (sha) => refs.has(sha),
    forgetAll,
    run(sha, keys, args, call) {
      const ref = refs.get(sha);
      if (ref === undefined) throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
      callRedis = call;
      setRawGlobal(state, "KEYS", keys);
      setRawGlobal(state, "ARGV", args);
      lua.lua_sethook(state, stopScript, lua.LUA_MASKCOUNT, INSTRUCTIONS_MAX);
      lua.lua_rawgeti(state, lua.LUA_REGISTRYINDEX, ref);
      const status = lua.lua_pcall(state, 0, 1, 0);
      lua.lua_sethook(state, null, 0, 0);
      try {
        if (status !== lua.LUA_OK) throw scriptError(state, sha);
        const reply = toReply(state, -1, 0);
        if (reply instanceof RedisError) throw reply;
        return reply;
      } finally {
        lua.lua_settop(state, 0);
      }
    },
  };
}

function stopScript(state: LuaState): number {
  return lauxlib.luaL_error(state, toLuaString("Script used too many instructions"));
}

function openLibraries(state: LuaState, call: CallRedis): void {
  const libraries = [
    ["_G", lualib.luaopen_base],
    ["string", lualib.luaopen_string],
    ["table", lualib.luaopen_table],
    ["math", lualib.luaopen_math],
  ] as const;
  for (const [name, open] of libraries) {
    lauxlib.luaL_requiref(state, toLuaString(name), open, 1);
    lua.lua_pop(state, 1);
  }
  lua.lua_createtable(state, 0, 6);
  const functions = {
    call: (inner: LuaState) => callFromLua(inner, call, true),
    pcall: (inner: LuaState) => callFromLua(inner, call, false),
    sha1hex(inner: LuaState) {
      const text = lua.lua_tojsstring(inner, 1) ?? "";
      lua.lua_pushstring(inner, toLuaString(createHash("sha1").update(text).digest("hex")));
      return 1;
    },
    log: () => 0,
  };
  for (const [name, run] of Object.entries(functions)) {
    lua.lua_pushcfunction(state, run);
    lua.lua_setfield(state, -2, toLuaString(name));
  }
  lua.lua_setglobal(state, toLuaString("redis"));
  for (const name of ["KEYS", "ARGV"]) {
    lua.lua_createtable(state, 0, 0);
    lua.lua_setglobal(state, toLuaString(name));
  }
  const prelude = toLuaString(PRELUDE);
  lauxlib.luaL_loadbuffer(state, prelude, prelude.length, toLuaString("@prelude"));
  if (lua.lua_pcall(state, 0, 0, 0) !== lua.LUA_OK) throw new Error(popText(state));
}

function setRawGlobal(state: LuaState, name: string, items: readonly string[]): void {
  lua.lua_createtable(state, items.length, 0);
  for (const [index, item] of items.entries()) {
    lua.lua_pushstring(state, toLuaString(item));
    lua.lua_rawseti(state, -2, index + 1);
  }
  lua.lua_setglobal(state, toLuaString(name));
}

/** redis.call raises an error, redis.pcall returns it as `{err = …}`. */
function callFromLua(state: LuaState, call: CallRedis, raises: boolean): number {
  const count = lua.lua_gettop(state);
  const command: string[] = [];
  for (let index = 1; index <= count; index++) command.push(argumentOf(state, index));
  let reply: Reply;
  try {
    reply = call(command);
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    pushTable(state, "err", error.message);
    return raises ? lua.lua_error(state) : 1;
  }
  pushReply(state, reply);
  return 1;
}

function argumentOf(state: LuaState, index: number): string {
  const type = lua.lua_type(state, index);
  if (type !== lua.LUA_TNUMBER && type !== lua.LUA_TSTRING) {
    const message = "Lua redis lib command arguments must be strings or integers";
    return lauxlib.luaL_error(state, toLuaString(message));
  }
  if (type === lua.LUA_TNUMBER) return String(lua.lua_tonumber(state, index));
  return lua.lua_tojsstring(state, index) ?? "";
}

function pushTable(state: LuaState, field: "ok" | "err", text: string): void {
  lua.lua_createtable(state, 0, 1);
  lua.lua_pushstring(state, toLuaString(text));
  lua.lua_setfield(state, -2, toLuaString(field));
}

/** Redis → Lua: a missing value is `false`, a status a table with `ok`. */
function pushReply(state: LuaState, reply: Reply): void {
  if (reply === null) lua.lua_pushboolean(state, false);
  else if (typeof reply === "number") lua.lua_pushnumber(state, reply);
  else if (typeof reply === "string") lua.lua_pushstring(state, toLuaString(reply));
  else if (reply instanceof Status) pushTable(state, "ok", reply.text);
  else {
    lua.lua_createtable(state, reply.length, 0);
    for (const [index, item] of reply.entries()) {
      pushReply(state, item);
      lua.lua_rawseti(state, -2, index + 1);
    }
  }
}

/** Lua → Redis: numbers lose their fraction, `true` is 1, `false` is nil, a list ends at a nil. */
function toReply(state: LuaState, index: number, depth: number): Reply | RedisError {
  if (depth > NESTING_MAX) return new RedisError("ERR reached lua stack limit");
  const type = lua.lua_type(state, index);
  if (type === lua.LUA_TSTRING) return lua.lua_tojsstring(state, index);
  if (type === lua.LUA_TNUMBER) return Math.trunc(lua.lua_tonumber(state, index));
  if (type === lua.LUA_TBOOLEAN) return lua.lua_toboolean(state, index) ? 1 : null;
  if (type !== lua.LUA_TTABLE) return null;
  const error = fieldOf(state, "err");
  if (error !== null) return new RedisError(error);
  const ok = fieldOf(state, "ok");
  if (ok !== null) return new Status(ok);
  const items: Reply[] = [];
  for (let item = 1; ; item++) {
    const isEnd = lua.lua_rawgeti(state, -1, item) === lua.LUA_TNIL;
    const value = isEnd ? null : toReply(state, -1, depth + 1);
    lua.lua_pop(state, 1);
    if (isEnd) return items;
    items.push(value instanceof RedisError ? value.message : value);
  }
}

/** A text field of the table on top of the stack. */
function fieldOf(state: LuaState, name: string): string | null {
  const type = lua.lua_getfield(state, -1, toLuaString(name));
  const text = type === lua.LUA_TSTRING ? lua.lua_tojsstring(state, -1) : null;
  lua.lua_pop(state, 1);
  return text;
}

function scriptError(state: LuaState, sha: string): RedisError {
  if (lua.lua_type(state, -1) === lua.LUA_TTABLE) {
    return new RedisError(`${fieldOf(state, "err") ?? "ERR unknown error"} script: ${sha}`);
  }
  return new RedisError(`ERR ${lua.lua_tojsstring(state, -1) ?? "unknown error"} script: ${sha}`);
}

function popText(state: LuaState): string {
  const text = lua.lua_tojsstring(state, -1) ?? "";
  lua.lua_pop(state, 1);
  return text;
}
