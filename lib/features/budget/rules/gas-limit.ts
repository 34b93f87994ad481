import { smaller } from "@/lib/shared/bigint-min-max";

/** Gas of a transfer to an account without code. */
const PLAIN_TRANSFER_GAS = 21_000n;
/** Maximum gas of a transaction (EIP-7825). */
export const TRANSACTION_GAS_MAX = 2n ** 24n;

/** Margin over an estimate. Nodes estimate against the latest block; a later one can need more. */
export const GAS_MARGIN_PERCENT = 20n;

/**
 * Added to the limit of trades, claims, payouts and share changes, and to the relay's estimates.
 * Trades that are mined first can make a trade move the bid wall, which adds up to 131,000 gas
 * (`contracts/gas-snapshot.json`), or give a stream new fees to claim, which adds up to 90,000.
 */
export const LATER_WORK_GAS = 150_000n;
/** Gas of a sale that moves the bid wall, after its two approvals: the limits of `gas.test.ts`. */
export const SALE_GAS_MAX = 280_000n + 2n * 60_000n;
/**
 * Added to a share change for each token of its manager: a stream that had earned nothing when the
 * call was estimated is claimed as well if a trade is mined first.
 */
export const INCOME_GAS = 120_000n;

/**
 * Gas that a payout may use without its tokens. Payouts to a Safe, a delegated account and a split with
 * 100 recipients use up to 92,000; the rest is for other contracts and for rollups that charge data as gas.
 */
const PAYOUT_GAS_MAX = 400_000n;

/**
 * Highest gas limit of a payout that the service signs. The amount does not bound the gas alone: a
 * contract that returns it to its manager is owed it again.
 * @param tokens whose streams the payout claims
 */
export function payoutGasLimitMax(tokens: number): bigint {
  return gasLimitFor(PAYOUT_GAS_MAX + INCOME_GAS * BigInt(tokens), LATER_WORK_GAS);
}

/**
 * Gas to reserve before a transaction is estimated: above the limit of the most expensive one in
 * `contracts/gas-snapshot.json` with `GAS_MARGIN_PERCENT`.
 */
export const GAS_TO_RESERVE = {
  launch: (recipients: number) => 1_800_000n + 15_000n * BigInt(recipients),
  manager: (recipients: number) => 600_000n + 15_000n * BigInt(recipients),
  /** @param tokens of the manager: each may have income to claim, and adds `INCOME_GAS` */
  shares: (recipients: number, tokens: number) =>
    smaller(
      700_000n + 60_000n * BigInt(recipients) + 240_000n * BigInt(tokens),
      TRANSACTION_GAS_MAX,
    ),
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

/** Margin of estimated L1 data fees: the L1 base fee changes until the transaction is mined. */
export const DATA_FEE_MULTIPLE = 2n;
