import type { Address } from "viem";
import { smaller } from "@/lib/shared/bigint-min-max";

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

/** Trades of a transaction in the pool. */
type Trades = Pick<TokenMoves, "boughtWei" | "paidWei" | "soldWei" | "proceedsWei">;
/** The part of a transaction that belongs to one address. */
type Part = {
  holder: Address;
  /** Change of its balance. */
  deltaWei: bigint;
  /** Tokens bought and ETH paid for them if the balance grew; otherwise sold and received. */
  tokensWei: bigint;
  ethWei: bigint;
  /** Profit or loss of trades whose tokens no balance shows. */
  resultWei: bigint;
};

/**
 * The flows of each address in one transaction, by average cost:
 * - Tokens belong to the address that holds them after the transaction, not to its sender. ETH of
 *   purchases is shared by the addresses that end with more tokens, ETH of sales by those that end
 *   with fewer.
 * - They share no more ETH than the tokens that their balances changed by are worth at the average
 *   price of the purchases, or of the sales. The rest is profit or loss of the sender at once:
 *   otherwise round trips and a gift of one unit would give another address the cost of them all.
 * - If no balance but the sender's changed, purchases and sales are netted: a transaction that buys
 *   100 and sells 40 bought 60.
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
    const { holder, deltaWei } = part;
    const flow =
      deltaWei >= 0n
        ? settleGain(part)
        : settleLoss(part, {
            before: holdingOf(holder),
            burned: moves.burned?.get(holder) ?? 0n,
          });
    if (hasFlow(flow)) flows.set(holder, flow);
  }
  return flows;
}

/** Shares the trades of a transaction among the addresses whose balances it changed. */
function shareTrades(moves: TokenMoves): Part[] {
  const { trader, net } = moves;
  const gains: Change[] = [];
  const losses: Change[] = [];
  let isTraderAlone = true;
  for (const change of net) {
    if (change[1] > 0n) gains.push(change);
    else if (change[1] < 0n) losses.push(change);
    if (change[1] !== 0n && change[0] !== trader) isTraderAlone = false;
  }
  const traded = isTraderAlone ? netOf(moves) : moves;
  const parts: Part[] = [];
  const restPaidWei = addParts(parts, gains, traded.boughtWei, traded.paidWei);
  const restProceedsWei = addParts(parts, losses, traded.soldWei, traded.proceedsWei);
  const resultWei = restProceedsWei - restPaidWei;
  if (resultWei === 0n) return parts;
  const own = parts.find(({ holder }) => holder === trader);
  if (own !== undefined) own.resultWei = resultWei;
  else parts.push({ holder: trader, deltaWei: 0n, tokensWei: 0n, ethWei: 0n, resultWei });
  return parts;
}

function netOf({ boughtWei, paidWei, soldWei, proceedsWei }: Trades): Trades {
  const tokensWei = boughtWei - soldWei;
  const ethWei = paidWei - proceedsWei;
  return {
    boughtWei: tokensWei > 0n ? tokensWei : 0n,
    soldWei: tokensWei < 0n ? -tokensWei : 0n,
    paidWei: ethWei > 0n ? ethWei : 0n,
    proceedsWei: ethWei < 0n ? -ethWei : 0n,
  };
}

/** An address and the change of its balance. */
type Change = readonly [Address, bigint];

/**
 * Shares purchases or sales in proportion to the changes of balances; the last address gets what
 * rounding leaves.
 * @returns the ETH of tokens that no balance shows
 */
function addParts(
  parts: Part[],
  holders: readonly Change[],
  tradedWei: bigint,
  ethWei: bigint,
): bigint {
  if (holders.length === 0) return ethWei;
  const size = (delta: bigint) => (delta < 0n ? -delta : delta);
  let whole = 0n;
  for (const [, delta] of holders) whole += size(delta);
  // The other tokens never left the contracts of the market, or came back in the transaction.
  const tokensWei = smaller(tradedWei, whole);
  let carriedWei = tokensWei === 0n ? 0n : ethWei;
  if (tokensWei < tradedWei) carriedWei = (ethWei * tokensWei) / tradedWei;
  let leftTokensWei = tokensWei;
  let leftEthWei = carriedWei;
  const last = holders.length - 1;
  holders.forEach(([holder, deltaWei], i) => {
    const partWei = i === last ? leftTokensWei : (tokensWei * size(deltaWei)) / whole;
    const partEthWei = i === last ? leftEthWei : (carriedWei * size(deltaWei)) / whole;
    leftTokensWei -= partWei;
    leftEthWei -= partEthWei;
    parts.push({ holder, deltaWei, tokensWei: partWei, ethWei: partEthWei, resultWei: 0n });
  });
  return ethWei - carriedWei;
}

/** The flows of an address whose balance grew or is unchanged. */
function settleGain({ deltaWei, tokensWei, ethWei, resultWei }: Part): PositionFlows {
  // Rounding of shares may give an address a unit more than it got.
  const bought = smaller(tokensWei, deltaWei);
  const costWei = bought > 0n ? ethWei : 0n;
  return {
    boughtWei: bought,
    soldWei: 0n,
    receivedWei: deltaWei - bought,
    sentWei: 0n,
    burnedWei: 0n,
    paidWei: ethWei + (resultWei < 0n ? -resultWei : 0n),
    proceedsWei: resultWei > 0n ? resultWei : 0n,
    costWei,
    // Without tokens that carry it, the ETH of trades is profit or loss at once.
    realizedWei: resultWei - (ethWei - costWei),
  };
}

/** The flows of an address whose balance shrank. */
function settleLoss(
  { deltaWei, tokensWei, ethWei, resultWei }: Part,
  { before, burned }: { before: Holding; burned: bigint },
): PositionFlows {
  const { holding, take } = openHolding(before);
  const outWei = -deltaWei;
  const sold = smaller(tokensWei, outWei);
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
    paidWei: resultWei < 0n ? -resultWei : 0n,
    proceedsWei: ethWei + (resultWei > 0n ? resultWei : 0n),
    costWei: holding.costWei - before.costWei,
    realizedWei: ethWei + resultWei - soldCost - burnedCost,
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
