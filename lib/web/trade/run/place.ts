import {
  type Address,
  concatHex,
  type Hash,
  isAddressEqual,
  keccak256,
  numberToHex,
  type PublicClient,
  type Transaction,
  zeroAddress,
} from "viem";

/**
 * The place of a transaction among those of its sender, and what it does. Only one transaction is
 * ever mined in a place.
 */
export type Place = { from: Address; nonce: number; content: Hash };

/** The transaction that was mined in a place. */
export type Occupant = { hash: Hash; content: Hash };

type Sent = Pick<Transaction, "from" | "nonce" | "to" | "value" | "input">;

export function placeOf({ from, nonce, to, value, input }: Sent): Place {
  const content = concatHex([to ?? zeroAddress, numberToHex(value, { size: 32 }), input]);
  return { from, nonce, content: keccak256(content) };
}

/**
 * Finds the transaction that was mined in a place; null when none is known. The number of an
 * account's transactions alone proves nothing, because nodes lag behind each other.
 * @throws errors of the chain, also when the node does not know the state of the block
 */
export async function findOccupant(
  reader: PublicClient,
  { from, nonce }: Place,
): Promise<Occupant | null> {
  if ((await reader.getTransactionCount({ address: from })) <= nonce) return null;
  const isTaken = async (blockNumber: bigint) =>
    (await reader.getTransactionCount({ address: from, blockNumber })) > nonce;
  let taken = await reader.getBlockNumber();
  if (!(await isTaken(taken))) return null;
  let free = taken;
  // It was mined a moment ago, or before a reload: look back further and further.
  for (let step = 1n; free === taken; step *= 2n) {
    if (taken === 0n) return null;
    const before = taken > step ? taken - step : 0n;
    if (await isTaken(before)) {
      taken = before;
      free = before;
    } else free = before;
  }
  while (taken - free > 1n) {
    const middle = (taken + free) / 2n;
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  const block = await reader.getBlock({ blockNumber: taken, includeTransactions: true });
  const found = block.transactions.find(
    (one) => isAddressEqual(one.from, from) && one.nonce === nonce,
  );
  return found === undefined ? null : { hash: found.hash, content: placeOf(found).content };
}
