/** Trading fee of a new pool in basis points of the ETH leg. Source: contracts, `LaunchHook`. */
export const TRADING_FEE_BPS = 100n;

const BPS_TOTAL = 10_000n;
const MICRO_PERCENT_TOTAL = 10_000_000n;

/** Who manages the fee share of people; `none` sends all of it to the creator. */
export type FeeFlowTreasury =
  | { kind: "none" }
  | { kind: "revenue_manager"; protocolFeeBps: number }
  | { kind: "fee_split"; creatorFirstBps: number; splitsMicroPercent: readonly number[] };

/** Where one fee goes, in wei. The parts and `heldWei` sum to `feeWei` exactly. */
export type FeeFlow = {
  feeWei: bigint;
  buybackWei: bigint;
  creatorWei: bigint;
  protocolWei: bigint;
  /** One part a recipient, in their order. */
  recipientsWei: bigint[];
  /** What rounding leaves in the manager until the next payout. */
  heldWei: bigint;
};

/**
 * Splits the fee of a trade as the contracts do: the fee share is rounded down and buybacks take
 * the rest; in a manager each recipient's part is rounded down and what is left, less than a wei
 * each, stays in the manager.
 * @param volumeWei ETH leg of the trade
 * @param feeShareBps part of the fee for people, 0 to 10000; `creatorFeeSplit` on the wire
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
