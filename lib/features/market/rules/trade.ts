/**
 * ETH side of a swap in wei, including the fee: the total that a buyer paid, or the proceeds of a
 * sale before the fee. Volumes are sums of it.
 * @param swap.ethToPoolWei positive towards the pool, without the fee
 */
export function tradeVolumeWei(swap: { ethToPoolWei: bigint; feeWei: bigint }): bigint {
  return swap.ethToPoolWei > 0n ? swap.ethToPoolWei + swap.feeWei : -swap.ethToPoolWei;
}

/** What the bid wall gets of a swap's fee: all that the creator and the referrer do not get. */
export function wallFeeWei(swap: {
  feeWei: bigint;
  creatorFeeWei: bigint;
  referralWei: bigint;
}): bigint {
  return swap.feeWei - swap.creatorFeeWei - swap.referralWei;
}
