/**
 * ETH side of a swap in wei, including the fee: the total that a buyer paid, or the proceeds of a
 * sale before the fee. Volumes are sums of it.
 * @param swap.ethToPoolWei positive towards the pool, without the fee
 */
export function tradeVolumeWei(swap: { ethToPoolWei: bigint; feeWei: bigint }): bigint {
  return swap.ethToPoolWei > 0n ? swap.ethToPoolWei + swap.feeWei : -swap.ethToPoolWei;
}
