/** Gas of a transfer to an account without code. */
export const PLAIN_TRANSFER_GAS = 21_000n;
/** Maximum gas of a transaction (EIP-7825). */
const TRANSACTION_GAS_MAX = 2n ** 24n;

/**
 * Margin over an estimate. Nodes estimate against the latest block; the transaction is mined in a
 * later one, where the first swap of a second costs about 350 gas more.
 */
export const GAS_MARGIN_PERCENT = 20n;

/** Added to a trade: trades mined before it can make this one move the bid wall. */
export const WALL_MOVE_GAS = 150_000n;
/**
 * Added, for each token, to calls that claim a manager's fees: a stream that had earned nothing when
 * the call was estimated is claimed as well if a trade is mined first.
 */
export const INCOME_GAS = 120_000n;

/**
 * Gas to reserve before a transaction is estimated: above the limit of the most expensive one in
 * `contracts/gas-snapshot.json` with `GAS_MARGIN_PERCENT`.
 */
export const GAS_TO_RESERVE = {
  launch: (recipients: number) => 1_800_000n + 15_000n * BigInt(recipients),
  manager: (recipients: number) => 600_000n + 15_000n * BigInt(recipients),
  shares: (recipients: number) => 700_000n + 60_000n * BigInt(recipients),
} as const;

/**
 * Gas limit of a transaction.
 * @param extra gas for work that may be added before the transaction is mined
 */
export function gasLimitFor(estimate: bigint, extra = 0n): bigint {
  if (estimate === PLAIN_TRANSFER_GAS) return estimate;
  const limit = (estimate * (100n + GAS_MARGIN_PERCENT) + 99n) / 100n + extra;
  if (limit <= TRANSACTION_GAS_MAX) return limit;
  return estimate > TRANSACTION_GAS_MAX ? estimate : TRANSACTION_GAS_MAX;
}
