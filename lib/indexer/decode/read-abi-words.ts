import type { Address, Hex } from "viem";
import type { RpcLog } from "@/lib/drivers/chain/rpc-shapes";

/**
 * Reads the ABI words of a log by position. Used for the most frequent events, where a general
 * decoder would cost more than the rest of their processing.
 */

const WORD = 64;

/** @throws when the data is not exactly `count` words */
export function requireWords(data: Hex, count: number): void {
  if (data.length !== 2 + count * WORD) {
    throw new Error(`a log has ${data.length - 2} characters of data, not ${count} words`);
  }
}

/** Hex digits that a JavaScript number holds exactly. */
const EXACT_DIGITS = 13;
const ZERO = 48;

/** The n-th word as an unsigned number; `data` is lower-case hex. */
export function uintAt(data: Hex, n: number): bigint {
  const end = 2 + (n + 1) * WORD;
  let from = end - WORD;
  // Most words are short numbers; parsing their zeros would take most of the time.
  while (from < end && data.charCodeAt(from) === ZERO) from += 1;
  if (from === end) return 0n;
  const digits = data.slice(from, end);
  return digits.length <= EXACT_DIGITS
    ? BigInt(Number.parseInt(digits, 16))
    : BigInt(`0x${digits}`);
}

/** The n-th word as a signed number of any size. */
export function intAt(data: Hex, n: number): bigint {
  return BigInt.asIntN(256, uintAt(data, n));
}

/**
 * An indexed address.
 * @throws when the topic is missing or holds more than an address
 */
export function addressAt(topics: readonly Hex[], n: number): Address {
  const topic = topics[n];
  if (topic === undefined || !/^0x0{24}[0-9a-f]{40}$/.test(topic)) {
    throw new Error(`topic ${n} of a log is not an address`);
  }
  return `0x${topic.slice(26)}`;
}

/**
 * The topics of a log, at least one.
 * @throws when there is none: every event of our contracts has one
 */
export function topicsOf(log: Pick<RpcLog, "topics">): [Hex, ...Hex[]] {
  const [first, ...rest] = log.topics;
  if (first === undefined) throw new Error("a trusted log has no topics");
  return [first, ...rest];
}
