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
 * The sender and nonce of a transaction, and a hash of what it does. Only one transaction is ever mined
 * with a sender's nonce.
 */
export type NonceSlot = { from: Address; nonce: number; content: Hash };

/** The transaction that was mined with a sender's nonce. */
export type MinedTransaction = { hash: Hash; content: Hash };

type Sent = Pick<Transaction, "from" | "nonce" | "to" | "value" | "input">;

export function nonceSlotOf({ from, nonce, to, value, input }: Sent): NonceSlot {
  const content = concatHex([to ?? zeroAddress, numberToHex(value, { size: 32 }), input]);
  return { from, nonce, content: keccak256(content) };
}

/** Blocks that are read when a node keeps no state of earlier blocks. */
const WALK_BLOCKS = 128n;

/**
 * Looks for the transaction that was mined with a nonce; returns null when none is known. The number
 * of an account's transactions alone proves nothing, because nodes lag behind each other. Calling it
 * again reads only the blocks that are new since.
 * @throws errors of the chain
 */
export function createMinedSearch(
  reader: PublicClient,
): (slot: NonceSlot) => Promise<MinedTransaction | null> {
  let readUpTo = -1n;
  return async (slot) => {
    const { from, nonce } = slot;
    if ((await reader.getTransactionCount({ address: from })) <= nonce) return null;
    const newest = await reader.getBlockNumber();
    // Many nodes keep the state of recent blocks only, and some of the newest block only.
    const taken = await firstBlockAfter(reader, slot, newest).catch(() => null);
    if (taken !== null) return findMinedIn(reader, slot, taken);
    const oldest = newest - WALK_BLOCKS > readUpTo ? newest - WALK_BLOCKS : readUpTo;
    for (let number = newest; number > oldest && number >= 0n; number -= 1n) {
      const mined = await findMinedIn(reader, slot, number);
      if (mined !== null) return mined;
    }
    readUpTo = newest;
    return null;
  };
}

/**
 * The block in which the nonce was used; null when it was not used by `newest`.
 * @throws errors of the chain, also when the node does not know the state of a block
 */
async function firstBlockAfter(
  reader: PublicClient,
  { from, nonce }: NonceSlot,
  newest: bigint,
): Promise<bigint | null> {
  const isTaken = async (blockNumber: bigint) =>
    (await reader.getTransactionCount({ address: from, blockNumber })) > nonce;
  let taken = newest;
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
  return taken;
}

async function findMinedIn(
  reader: PublicClient,
  { from, nonce }: NonceSlot,
  blockNumber: bigint,
): Promise<MinedTransaction | null> {
  const block = await reader.getBlock({ blockNumber, includeTransactions: true });
  const found = block.transactions.find(
    (one) => isAddressEqual(one.from, from) && one.nonce === nonce,
  );
  return found === undefined ? null : { hash: found.hash, content: nonceSlotOf(found).content };
}
