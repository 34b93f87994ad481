/** Trading fee of a new pool in basis points of the ETH side. Source: contracts, `LaunchHook`. */
export const TRADING_FEE_BPS = 100n;

const BPS_TOTAL = 10_000n;
const MICRO_PERCENT_TOTAL = 10_000_000n;

/** The recipients of the creator share of fees; `none` sends all of it to the creator. */
export type FeeFlowTreasury =
  | { kind: "none" }
  | { kind: "revenue_manager"; protocolFeeBps: number }
  | { kind: "fee_split"; creatorFirstBps: number; splitsMicroPercent: readonly number[] };

/** Distribution of one fee, in wei. The parts and `heldWei` sum to `feeWei` exactly. */
export type FeeFlow = {
  feeWei: bigint;
  buybackWei: bigint;
  creatorWei: bigint;
  protocolWei: bigint;
  /** One part per recipient, in their order. */
  recipientsWei: bigint[];
  /** Rounding remainder that stays in the manager until the next payout. */
  heldWei: bigint;
};

/**
 * Splits the fee of a trade like the contracts: the creator share is rounded down and buybacks get
 * the rest. In a manager each recipient's part is rounded down; the remainder, less than a wei
 * each, stays in the manager.
 * @param volumeWei ETH side of the trade
 * @param feeShareBps creator share of the fee, 0 to 10000; `creatorFeeSplit` on the wire
 */
export function splitFee(
  volumeWei: bigint,
  feeShareBps: number,
  treasury: FeeFlowTreasury,
): FeeFlow {
  const feeWei = (volumeWei * TRADING_FEE_BPS) / BPS_TOTAL;
  const peopleWei = (feeWei * BigInt(feeShareBps)) / BPS_TOTAL;
  const none = { protocolWei: 0n, recipientsWei: [], heldWei: 0n };
  const flow = { feeWei, buybackWei: feeWei - peopleWei, ...none };
  if (treasury.kind === "none") return { ...flow, creatorWei: peopleWei };
  if (treasury.kind === "revenue_manager") {
    const protocolWei = (peopleWei * BigInt(treasury.protocolFeeBps)) / BPS_TOTAL;
    return { ...flow, protocolWei, creatorWei: peopleWei - protocolWei };
  }
  const creatorWei = (peopleWei * BigInt(treasury.creatorFirstBps)) / BPS_TOTAL;
  const sharedWei = peopleWei - creatorWei;
  const recipientsWei = treasury.splitsMicroPercent.map(
    (split) => (sharedWei * BigInt(split)) / MICRO_PERCENT_TOTAL,
  );
  const given = recipientsWei.reduce((sum, part) => sum + part, 0n);
  return { ...flow, creatorWei, recipientsWei, heldWei: sharedWei - given };
}
