import type { ChainState } from "../indexer-context";

/** A third of the time limit of a statement: after a slower batch, the next one is not larger. */
const GROWS_BELOW_MS = 10_000;

/**
 * PostgreSQL would reject the same batch again: its time limit canceled a statement, memory ran out,
 * or a limit of the program was exceeded.
 */
const TOO_LARGE = /^(57014|53200|54\d{3})$/;

/** PostgreSQL will always reject one of the rows: an invalid value, or one that a constraint forbids. */
const REJECTED = /^2[23]/;

/** Whether the database may accept a smaller batch. */
export const isTooLarge = (error: unknown): boolean => hasCode(error, TOO_LARGE);

/**
 * Whether the database rejects the rows of a block, so that a retry cannot succeed. The blocks before it
 * can be written in a smaller batch. The block itself is not skipped, and none of its rows: the balances
 * and earnings of all later blocks would be wrong.
 */
export const isRejected = (error: unknown): boolean => hasCode(error, REJECTED);

/** Drizzle wraps the errors of the driver. */
function hasCode(error: unknown, codes: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && codes.test(cause.code)) return true;
  }
  return false;
}

/** Halves the size of a batch that could not be read or written; one block at least. */
export const smallerBatch = (blocks: number): number => Math.max(1, Math.floor(blocks / 2));

/**
 * The maximum number of blocks after a batch was written: doubled, unless it was slow.
 * @param written.ms how long it took
 */
export function nextBatchMax(
  { batchMax }: Pick<ChainState, "batchMax">,
  written: { ms: number; most: number },
): number {
  return written.ms < GROWS_BELOW_MS ? Math.min(written.most, batchMax * 2) : batchMax;
}
