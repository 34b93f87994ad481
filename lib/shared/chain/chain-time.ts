import { larger } from "../bigint-min-max";

/**
 * The time of a chain in Unix seconds, from which deadlines are counted: the later of its newest block's
 * time and the clock. The newest block of an idle chain may be old, because a sandbox mines none without
 * transactions, and a clock may be slow.
 */
export function chainTime(nowMs: number, blockSeconds: bigint): bigint {
  return larger(BigInt(Math.floor(nowMs / 1_000)), blockSeconds);
}
