import { createRequire } from "node:module";

/** Lua's C API as fengari 0.1.5 offers it, as far as it is used here; the package has no types. */
export type LuaState = { readonly brand: unique symbol };
type LuaString = Uint8Array;
type LuaFunction = (state: LuaState) => number;

type Lua = {
  LUA_MULTRET: number;
  LUA_MASKCOUNT: number;
  LUA_OK: number;
  LUA_REGISTRYINDEX: number;
  LUA_TBOOLEAN: number;
  LUA_TNIL: number;
  LUA_TNUMBER: number;
  LUA_TSTRING: number;
  LUA_TTABLE: number;
  lua_call(state: LuaState, args: number, results: number): void;
  lua_createtable(state: LuaState, items: number, fields: number): void;
  lua_error(state: LuaState): never;
  lua_getfield(state: LuaState, index: number, name: LuaString): number;
  lua_gettop(state: LuaState): number;
  lua_isinteger(state: LuaState, index: number): boolean;
  lua_pcall(state: LuaState, args: number, results: number, handler: number): number;
  lua_pop(state: LuaState, count: number): void;
  lua_pushboolean(state: LuaState, value: boolean): void;
  lua_pushcfunction(state: LuaState, value: LuaFunction): void;
  lua_pushnil(state: LuaState): void;
  lua_pushnumber(state: LuaState, value: number): void;
  lua_pushstring(state: LuaState, value: LuaString): void;
  lua_rawgeti(state: LuaState, index: number, item: number): number;
  lua_rawseti(state: LuaState, index: number, item: number): void;
  lua_setfield(state: LuaState, index: number, name: LuaString): void;
  lua_setglobal(state: LuaState, name: LuaString): void;
  lua_sethook(state: LuaState, hook: LuaFunction | null, mask: number, count: number): void;
  lua_settop(state: LuaState, index: number): void;
  lua_toboolean(state: LuaState, index: number): boolean;
  lua_tojsstring(state: LuaState, index: number): string | null;
  lua_tonumber(state: LuaState, index: number): number;
  lua_type(state: LuaState, index: number): number;
};
type LuaAux = {
  luaL_error(state: LuaState, message: LuaString): never;
  luaL_loadbuffer(state: LuaState, code: LuaString, size: number, name: LuaString): number;
  luaL_newstate(): LuaState;
  luaL_ref(state: LuaState, table: number): number;
  luaL_unref(state: LuaState, table: number, ref: number): void;
  luaL_requiref(state: LuaState, name: LuaString, open: LuaFunction, global: number): void;
};
type LuaLibraries = Record<
  "luaopen_base" | "luaopen_math" | "luaopen_string" | "luaopen_table",
  LuaFunction
>;
type Fengari = {
  lua: Lua;
  lauxlib: LuaAux;
  lualib: LuaLibraries;
  to_luastring(text: string): LuaString;
};
type LuaValue = {
  value: number;
  ttisinteger(): boolean;
  setivalue(value: number): void;
  setfltvalue(value: number): void;
};
type LuaObjectModule = {
  luaO_str2num(text: LuaString, into: LuaValue): number;
  luaO_tostring(state: LuaState, value: LuaValue): void;
};

const require = createRequire(import.meta.url);

/**
 * Redis runs Lua 5.1, whose only numbers are doubles and which prints 5.0 as `5`. fengari is Lua
 * 5.3 with integers of 32 bits, in which times in milliseconds overflow. These two functions are
 * where numerals become numbers and numbers become text; every other module calls them through
 * this one, so that they can be replaced before a script runs.
 */
function replaceNumbers(lobject: LuaObjectModule): void {
  const { luaO_str2num: parse, luaO_tostring: print } = lobject;
  lobject.luaO_str2num = (text, into) => {
    const size = parse(text, into);
    if (size !== 0 && into.ttisinteger()) into.setfltvalue(into.value);
    return size;
  };
  lobject.luaO_tostring = (state, value) => {
    const number = value.value;
    // Above 14 digits Lua 5.1 prints an exponent, as the original does.
    if (!value.ttisinteger() && Number.isInteger(number) && Math.abs(number) < 1e14) {
      value.setivalue(number);
    }
    print(state, value);
  };
}

const fengari: Fengari = require("fengari");
replaceNumbers(require("fengari/src/lobject.js"));

export const { lua, lauxlib, lualib, to_luastring: toLuaString } = fengari;
