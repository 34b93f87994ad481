/**
 * ETH leg of a swap in wei, fee included: what a buyer paid in all, what a seller's tokens fetched
 * before the fee. Volumes add these up.
 * @param swap.ethToPoolWei positive towards the pool, without the fee
 */
export function tradeVolumeWei(swap: { ethToPoolWei: bigint; feeWei: bigint }): bigint {
  return swap.ethToPoolWei > 0n ? swap.ethToPoolWei + swap.feeWei : -swap.ethToPoolWei;
}
