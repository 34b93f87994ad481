/** Reads a wallet's number of mined transactions. */
type Read = () => Promise<number>;

const CONFIRMATIONS = 4;

/**
 * Reads the number twice and uses the lower value: a node may be wrong for a moment. A value that is
 * too low is harmless, because nonces continue from the stored one. One that is too high leaves a gap.
 */
export async function countMined(read: Read): Promise<number> {
  return Math.min(await read(), await read());
}

/**
 * Reads the number for a wallet whose gaps cannot be closed: a managed wallet has no ETH to spare for
 * cancellations, and bytes that were sent for a later nonce could be mined after a second copy.
 * A number above `known`, the nonces that the service has used, must be confirmed.
 */
export async function confirmMined(read: Read, known: number): Promise<number> {
  let lowest = await read();
  for (let reads = 1; lowest > known && reads < CONFIRMATIONS; reads++) {
    lowest = Math.min(lowest, await read());
  }
  return lowest;
}
