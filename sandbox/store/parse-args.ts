import { NOT_FLOAT, NOT_INTEGER, RedisError, SYNTAX } from "@/sandbox/store/reply";

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The argument at `index`; a missing one is a syntax error. */
export function arg(args: readonly string[], index: number): string {
  const value = args[index];
  if (value === undefined) throw new RedisError(SYNTAX);
  return value;
}

/** A 64-bit integer as Redis reads it: no spaces, no leading zeros, no plus. */
export function parseBigInt(text: string, message: string = NOT_INTEGER): bigint {
  if (!/^-?(0|[1-9]\d{0,18})$/.test(text) || text === "-0") throw new RedisError(message);
  const value = BigInt(text);
  if (value < INT64_MIN || value > INT64_MAX) throw new RedisError(message);
  return value;
}

export function parseInteger(text: string, message: string = NOT_INTEGER): number {
  return Number(parseBigInt(text, message));
}

/** Adds as 64-bit integers. */
export function addIntegers(a: bigint, b: bigint): bigint {
  const sum = a + b;
  if (sum < INT64_MIN || sum > INT64_MAX) {
    throw new RedisError("ERR increment or decrement would overflow");
  }
  return sum;
}

export function parseFloatArg(text: string, message: string = NOT_FLOAT): number {
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new RedisError(message);
  return Number(text);
}

/** A double as Redis prints it. */
export function formatFloat(value: number): string {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  return String(value);
}

/** Turns Redis's glob (`*`, `?`, `[a-c]`, `[^x]`, `\`) into a test. */
export function globTest(glob: string): (text: string) => boolean {
  let source = "";
  for (let index = 0; index < glob.length; index++) {
    const char = glob.charAt(index);
    const close = char === "[" ? glob.indexOf("]", index + 2) : -1;
    if (char === "*") source += ".*";
    else if (char === "?") source += ".";
    else if (char === "\\" && index + 1 < glob.length) source += escapeRegExp(glob.charAt(++index));
    else if (close > 0) {
      const body = glob.slice(index + 1, close);
      const negated = body.startsWith("^");
      const set = (negated ? body.slice(1) : body).replace(/[\\\]^]/g, "\\$&");
      source += `[${negated ? "^" : ""}${set}]`;
      index = close;
    } else source += escapeRegExp(char);
  }
  // Runs of stars mean one star; more of them only cost time.
  const pattern = new RegExp(`^${source.replace(/(\.\*)+/g, ".*")}$`, "su");
  return (text) => pattern.test(text);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
