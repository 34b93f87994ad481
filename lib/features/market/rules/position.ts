import type { Address } from "viem";
import { smaller } from "@/lib/shared/larger";

/** Flows of a position in one transaction; smallest units of the token, and wei. */
export type PositionFlows = {
  boughtWei: bigint;
  soldWei: bigint;
  receivedWei: bigint;
  sentWei: bigint;
  burnedWei: bigint;
  paidWei: bigint;
  proceedsWei: bigint;
  /** Change of the cost of what is held. */
  costWei: bigint;
  realizedWei: bigint;
};

/** The held amount and its cost. */
export type Holding = { amountWei: bigint; costWei: bigint };

/** All effects of one transaction on one token. */
export type TokenMoves = {
  /** Sender of the transaction. */
  trader: Address;
  /** Tokens and ETH of its purchases and sales, fees included. */
  boughtWei: bigint;
  paidWei: bigint;
  soldWei: bigint;
  proceedsWei: bigint;
  /** Net change of each address; without the contracts of the market. */
  net: ReadonlyMap<Address, bigint>;
  /** Tokens that each address burned; null if none did. */
  burned: ReadonlyMap<Address, bigint> | null;
};

/** Amounts of a transaction's trades. */
type Trades = Pick<PositionFlows, "boughtWei" | "paidWei" | "soldWei" | "proceedsWei">;
/** The part of them that belongs to one address. */
type TradePart = Trades & { holder: Address };

/**
 * The flows of each address in one transaction, by average cost:
 * - Tokens belong to the address that holds them after the transaction, not to its sender. ETH of
 *   purchases is shared by the addresses that end with more tokens, ETH of sales by those that end
 *   with fewer.
 * - If only one side has addresses, purchases and sales are netted: a transaction that buys 100 and
 *   sells 40 bought 60.
 * - Tokens received without a purchase cost nothing. A transfer moves the average cost with the
 *   tokens and realizes nothing. Burning tokens realizes their cost as a loss.
 * @param holdingOf balance and cost of an address before the transaction
 */
export function settlePositions(
  moves: TokenMoves,
  holdingOf: (holder: Address) => Holding,
): Map<Address, PositionFlows> {
  const flows = new Map<Address, PositionFlows>();
  for (const part of shareTrades(moves)) {
    const { holder } = part;
    const delta = moves.net.get(holder) ?? 0n;
    const flow =
      delta >= 0n
        ? settleGain(part, delta)
        : settleLoss(part, -delta, {
            before: holdingOf(holder),
            burned: moves.burned?.get(holder) ?? 0n,
          });
    if (hasFlow(flow)) flows.set(holder, flow);
  }
  return flows;
}

/** Shares the trades of a transaction among the addresses whose balances it changed. */
function shareTrades(moves: TokenMoves): TradePart[] {
  const { trader, boughtWei, paidWei, soldWei, proceedsWei, net } = moves;
  const gains: Change[] = [];
  const losses: Change[] = [];
  for (const change of net) {
    if (change[1] > 0n) gains.push(change);
    else if (change[1] < 0n) losses.push(change);
  }
  if (gains.length > 0 && losses.length > 0) {
    const parts = shareBetween(gains, { boughtWei, paidWei, soldWei: 0n, proceedsWei: 0n });
    const sales = { boughtWei: 0n, paidWei: 0n, soldWei, proceedsWei };
    parts.push(...shareBetween(losses, sales));
    return parts;
  }
  const tokensWei = boughtWei - soldWei;
  const ethWei = paidWei - proceedsWei;
  const traded = {
    boughtWei: tokensWei > 0n ? tokensWei : 0n,
    soldWei: tokensWei < 0n ? -tokensWei : 0n,
    paidWei: ethWei > 0n ? ethWei : 0n,
    proceedsWei: ethWei < 0n ? -ethWei : 0n,
  };
  const holders = gains.length > 0 ? gains : losses;
  return holders.length > 0 ? shareBetween(holders, traded) : [{ holder: trader, ...traded }];
}

/** An address and the change of its balance. */
type Change = readonly [Address, bigint];

/** Shares amounts in proportion to the changes of balances; the last address gets the remainder. */
function shareBetween(holders: readonly Change[], total: Trades): TradePart[] {
  const size = (delta: bigint) => (delta < 0n ? -delta : delta);
  let whole = 0n;
  for (const [, delta] of holders) whole += size(delta);
  // No more tokens than the balances changed by: the others never left the contracts of the market.
  const boughtWei = smaller(total.boughtWei, whole);
  const soldWei = smaller(total.soldWei, whole);
  const { paidWei, proceedsWei } = total;
  const [only] = holders;
  if (holders.length === 1 && only !== undefined) {
    return [{ holder: only[0], boughtWei, paidWei, soldWei, proceedsWei }];
  }
  const left = { boughtWei, paidWei, soldWei, proceedsWei };
  return holders.map(([holder, delta], i): TradePart => {
    if (i === holders.length - 1) return { holder, ...left };
    const share = (amount: bigint) => (amount * size(delta)) / whole;
    const part = {
      holder,
      boughtWei: share(boughtWei),
      paidWei: share(paidWei),
      soldWei: share(soldWei),
      proceedsWei: share(proceedsWei),
    };
    left.boughtWei -= part.boughtWei;
    left.paidWei -= part.paidWei;
    left.soldWei -= part.soldWei;
    left.proceedsWei -= part.proceedsWei;
    return part;
  });
}

/** The flows of an address whose balance grew by `delta` or is unchanged. */
function settleGain({ boughtWei, paidWei, proceedsWei }: TradePart, delta: bigint): PositionFlows {
  // Rounding of shares may give an address a unit more than it got.
  const bought = smaller(boughtWei, delta);
  const costWei = bought > 0n ? paidWei : 0n;
  return {
    boughtWei: bought,
    soldWei: 0n,
    receivedWei: delta - bought,
    sentWei: 0n,
    burnedWei: 0n,
    paidWei,
    proceedsWei,
    costWei,
    // Without tokens that carry it, the ETH of trades is profit or loss at once.
    realizedWei: proceedsWei - (paidWei - costWei),
  };
}

/** The flows of an address whose balance shrank by `outWei`. */
function settleLoss(
  { soldWei, paidWei, proceedsWei }: TradePart,
  outWei: bigint,
  { before, burned }: { before: Holding; burned: bigint },
): PositionFlows {
  const { holding, take } = openHolding(before);
  const sold = smaller(soldWei, outWei);
  const rest = outWei - sold;
  const burnedWei = smaller(burned, rest);
  const soldCost = take(sold);
  const burnedCost = take(burnedWei);
  take(rest - burnedWei);
  return {
    boughtWei: 0n,
    soldWei: sold,
    receivedWei: 0n,
    sentWei: rest - burnedWei,
    burnedWei,
    paidWei,
    proceedsWei,
    costWei: holding.costWei - before.costWei,
    realizedWei: proceedsWei - paidWei - soldCost - burnedCost,
  };
}

function hasFlow(flow: PositionFlows): boolean {
  return (
    flow.boughtWei !== 0n ||
    flow.soldWei !== 0n ||
    flow.receivedWei !== 0n ||
    flow.sentWei !== 0n ||
    flow.burnedWei !== 0n ||
    flow.paidWei !== 0n ||
    flow.proceedsWei !== 0n ||
    flow.costWei !== 0n ||
    flow.realizedWei !== 0n
  );
}

export const NO_FLOWS: PositionFlows = {
  boughtWei: 0n,
  soldWei: 0n,
  receivedWei: 0n,
  sentWei: 0n,
  burnedWei: 0n,
  paidWei: 0n,
  proceedsWei: 0n,
  costWei: 0n,
  realizedWei: 0n,
};

/** Takes tokens out of a holding at its average cost, rounded down; the last ones take all of it. */
function openHolding(before: Holding) {
  const holding = { ...before };
  const take = (amountWei: bigint): bigint => {
    if (amountWei === 0n) return 0n;
    const isAll = amountWei >= holding.amountWei;
    const costWei = isAll ? holding.costWei : (holding.costWei * amountWei) / holding.amountWei;
    holding.amountWei -= isAll ? holding.amountWei : amountWei;
    holding.costWei -= costWei;
    return costWei;
  };
  return { holding, take };
}

/** Change of the balance. */
export function tokensOf(flows: PositionFlows): bigint {
  const { boughtWei, soldWei, receivedWei, sentWei, burnedWei } = flows;
  return boughtWei + receivedWei - soldWei - sentWei - burnedWei;
}
