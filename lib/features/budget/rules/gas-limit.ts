/** What a transfer to an account without code uses, whatever else happens on chain. */
export const PLAIN_TRANSFER_GAS = 21_000n;
/** Most gas that a transaction may carry (EIP-7825). */
const TRANSACTION_GAS_MAX = 2n ** 24n;

/**
 * Room over an estimate. Nodes estimate within the newest block; a transaction is mined in a later
 * one, where the first swap of a second costs some 350 gas more.
 */
export const GAS_MARGIN_PERCENT = 20n;

/** Added to a trade: trades of others, mined first, can make this one move the bid wall. */
export const WALL_MOVE_GAS = 150_000n;
/** Added to calls that claim a manager's fees: a stream may earn before the call is mined. */
export const INCOME_GAS = 150_000n;

/**
 * Gas to reserve for an operation before its transaction is estimated: above the limit of the dearest
 * one (`contracts/gas-snapshot.json` and `GAS_MARGIN_PERCENT`).
 */
export const GAS_TO_RESERVE = {
  launch: (recipients: number) => 1_800_000n + 15_000n * BigInt(recipients),
  manager: (recipients: number) => 600_000n + 15_000n * BigInt(recipients),
  shares: (recipients: number) => 700_000n + 60_000n * BigInt(recipients),
} as const;

/**
 * Gas limit to send a transaction with.
 * @param extra gas for work that the transaction may find when it is mined
 */
export function gasLimitFor(estimate: bigint, extra = 0n): bigint {
  if (estimate === PLAIN_TRANSFER_GAS) return estimate;
  const limit = (estimate * (100n + GAS_MARGIN_PERCENT) + 99n) / 100n + extra;
  if (limit <= TRANSACTION_GAS_MAX) return limit;
  return estimate > TRANSACTION_GAS_MAX ? estimate : TRANSACTION_GAS_MAX;
}
