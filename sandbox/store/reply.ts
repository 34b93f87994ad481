/** A status such as `OK`; a bulk string of the same text is another thing for Lua and for clients. */
export class Status {
  constructor(readonly text: string) {}
}

export type Reply = string | number | null | Status | Reply[];

/** What a command answers an error with; the message is Redis's own, prefix included. */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

export const OK = new Status("OK");
export const WRONG_TYPE = "WRONGTYPE Operation against a key holding the wrong kind of value";
export const NOT_INTEGER = "ERR value is not an integer or out of range";
export const NOT_FLOAT = "ERR value is not a valid float";
export const SYNTAX = "ERR syntax error";
export const NO_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";
