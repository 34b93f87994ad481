import type { NaiveToken } from "./market";

/**
 * Positions from a token's trades and transfers, one transaction after the other. Here every trade
 * belongs to the sender of its transaction, while the product looks at whose balance changed: in a
 * history of people who trade for themselves, both are the same.
 */
export type NaivePosition = {
  held: bigint;
  cost: bigint;
  realized: bigint;
  paid: bigint;
  proceeds: bigint;
  bought: bigint;
  sold: bigint;
  received: bigint;
  sent: bigint;
  burned: bigint;
  changes: NaiveChange[];
};
export type NaiveChange = {
  id: string;
  token: NaiveToken;
  type: "buy" | "sell" | "receive" | "send" | "burn";
  tokens: bigint;
  eth: bigint;
  realized: bigint;
  time: number;
  hash: string;
};

const ZERO = `0x${"0".repeat(40)}`;

/** @param contracts addresses without positions, in lower case */
export function positionsOf(
  token: NaiveToken,
  contracts: ReadonlySet<string>,
): Map<string, NaivePosition> {
  const positions = new Map<string, NaivePosition>();
  const of = (holder: string) => {
    const known = positions.get(holder) ?? {
      held: 0n,
      cost: 0n,
      realized: 0n,
      paid: 0n,
      proceeds: 0n,
      bought: 0n,
      sold: 0n,
      received: 0n,
      sent: 0n,
      burned: 0n,
      changes: [],
    };
    positions.set(holder, known);
    return known;
  };
  const takeOut = (position: NaivePosition, amount: bigint) => {
    const cost =
      amount === position.held ? position.cost : (position.cost * amount) / position.held;
    position.held -= amount;
    position.cost -= cost;
    return cost;
  };
  const hashes = [...new Set(token.moves.map(({ hash }) => hash))];
  const orderOf = (id: string) => {
    const [block, log] = id.split("-").map(Number);
    return (block ?? 0) * 1_000_000 + (log ?? 0);
  };
  for (const hash of hashes) {
    const moves = token.moves.filter((move) => move.hash === hash);
    const trades = token.trades.filter((trade) => trade.hash === hash);
    const ids = [...moves, ...trades].map(({ id }) => id);
    const id = ids.reduce((last, one) => (orderOf(one) > orderOf(last) ? one : last));
    const at = { id, token, time: moves[0]?.time ?? 0, hash };
    for (const { trader, buys, eth, tokens, fee } of trades) {
      const position = of(trader);
      if (buys) {
        position.bought += tokens;
        position.paid += eth;
        position.held += tokens;
        position.cost += eth;
        position.changes.push({ ...at, type: "buy", tokens, eth, realized: 0n });
      } else {
        const realized = eth - fee - takeOut(position, tokens);
        position.sold += tokens;
        position.proceeds += eth - fee;
        position.realized += realized;
        position.changes.push({ ...at, type: "sell", tokens, eth: eth - fee, realized });
      }
    }
    if (trades.length > 0) continue;
    for (const { from, to, amount } of moves) {
      if (from === to || amount === 0n) continue;
      if (from !== ZERO && !contracts.has(from)) {
        const position = of(from);
        const cost = takeOut(position, amount);
        if (to === ZERO) {
          position.burned += amount;
          position.realized -= cost;
          position.changes.push({ ...at, type: "burn", tokens: amount, eth: 0n, realized: -cost });
        } else {
          position.sent += amount;
          position.changes.push({ ...at, type: "send", tokens: amount, eth: 0n, realized: 0n });
        }
      }
      if (to !== ZERO && !contracts.has(to)) {
        const position = of(to);
        position.received += amount;
        position.held += amount;
        position.changes.push({ ...at, type: "receive", tokens: amount, eth: 0n, realized: 0n });
      }
    }
  }
  for (const [holder, { changes }] of positions) if (changes.length === 0) positions.delete(holder);
  return positions;
}
