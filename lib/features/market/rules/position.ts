import type { Address } from "viem";

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

/** What is held, and what it cost. */
export type Holding = { amountWei: bigint; costWei: bigint };

/** All that one transaction did with one token. */
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
  /** Tokens that each address burned. */
  burned: ReadonlyMap<Address, bigint>;
};

/** The part of a transaction's trades that belongs to one address. */
type TradePart = {
  boughtWei: bigint;
  paidWei: bigint;
  soldWei: bigint;
  proceedsWei: bigint;
};

/**
 * The flows of each address in one transaction, by average cost:
 * - Tokens belong to who holds them after the transaction, whoever sent it. ETH of purchases is shared
 *   by the addresses that end with more tokens, ETH of sales by those that end with fewer.
 * - If only one side has addresses, purchases and sales are netted: a transaction that buys 100 and
 *   sells 40 bought 60.
 * - Tokens received without a purchase cost nothing. Sending tokens takes their average cost along and
 *   realizes nothing. Burning them realizes their cost as a loss.
 * @param holdingOf what an address held before the transaction
 */
export function settlePositions(
  moves: TokenMoves,
  holdingOf: (holder: Address) => Holding,
): Map<Address, PositionFlows> {
  const { net } = moves;
  const flows = new Map<Address, PositionFlows>();
  for (const [holder, part] of shareTrades(moves)) {
    const delta = net.get(holder) ?? 0n;
    const flow = settleOne(holdingOf(holder), part, delta, moves.burned.get(holder) ?? 0n);
    if (Object.values(flow).some((value) => value !== 0n)) flows.set(holder, flow);
  }
  return flows;
}

/** Shares the trades of a transaction among the addresses whose balances it changed. */
function shareTrades(moves: TokenMoves): Map<Address, TradePart> {
  const { trader, boughtWei, paidWei, soldWei, proceedsWei, net } = moves;
  const gains = [...net].filter(([, delta]) => delta > 0n);
  const losses = [...net].filter(([, delta]) => delta < 0n);
  const parts = new Map<Address, TradePart>(
    [...gains, ...losses].map(([holder]) => [holder, { ...NO_TRADE }]),
  );
  if (gains.length > 0 && losses.length > 0) {
    shareBetween(parts, gains, { boughtWei, paidWei });
    shareBetween(parts, losses, { soldWei, proceedsWei });
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
  if (holders.length > 0) shareBetween(parts, holders, traded);
  else parts.set(trader, { ...NO_TRADE, ...traded });
  return parts;
}

const NO_TRADE: TradePart = { boughtWei: 0n, paidWei: 0n, soldWei: 0n, proceedsWei: 0n };

/** Shares amounts in proportion to the changes of balances; the last address gets the remainder. */
function shareBetween(
  parts: Map<Address, TradePart>,
  holders: readonly (readonly [Address, bigint])[],
  total: Partial<TradePart>,
): void {
  const size = (delta: bigint) => (delta < 0n ? -delta : delta);
  const whole = holders.reduce((sum, [, delta]) => sum + size(delta), 0n);
  const left: TradePart = { ...NO_TRADE, ...total };
  // No more tokens than the balances changed by: the others never left the contracts of the market.
  if (left.boughtWei > whole) left.boughtWei = whole;
  if (left.soldWei > whole) left.soldWei = whole;
  const all = { ...left };
  for (const [i, [holder, delta]] of holders.entries()) {
    const part = parts.get(holder);
    if (part === undefined) continue;
    const isLast = i === holders.length - 1;
    for (const key of ["boughtWei", "paidWei", "soldWei", "proceedsWei"] as const) {
      const share = isLast ? left[key] : (all[key] * size(delta)) / whole;
      part[key] += share;
      left[key] -= share;
    }
  }
}

function settleOne(
  before: Holding,
  { boughtWei, paidWei, soldWei, proceedsWei }: TradePart,
  delta: bigint,
  burned: bigint,
): PositionFlows {
  const { holding, take } = openHolding(before);
  if (delta >= 0n) {
    // Rounding of shares may give an address a unit more than it got.
    const bought = boughtWei > delta ? delta : boughtWei;
    const costWei = bought > 0n ? paidWei : 0n;
    return {
      ...NO_FLOWS,
      boughtWei: bought,
      receivedWei: delta - bought,
      paidWei,
      proceedsWei,
      costWei,
      // Without tokens that carry it, the ETH of trades is profit or loss at once.
      realizedWei: proceedsWei - (paidWei - costWei),
    };
  }
  const outWei = -delta;
  const sold = soldWei > outWei ? outWei : soldWei;
  const rest = outWei - sold;
  const burnedWei = burned > rest ? rest : burned;
  const soldCost = take(sold);
  const burnedCost = take(burnedWei);
  take(rest - burnedWei);
  return {
    ...NO_FLOWS,
    soldWei: sold,
    burnedWei,
    sentWei: rest - burnedWei,
    paidWei,
    proceedsWei,
    costWei: holding.costWei - before.costWei,
    realizedWei: proceedsWei - paidWei - soldCost - burnedCost,
  };
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

/** Key of an address's holding of a token; both in lower case. */
export function positionKey(holder: Address, token: Address): string {
  return `${holder}:${token}`;
}
