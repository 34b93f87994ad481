import { smaller } from "@/lib/shared/bigint-min-max";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import { percentage, wallBatchWei, wallRemainingWei } from "../rules/bid-wall";
import { formatEthE36, priceEthE36 } from "../rules/market-cap";
import { LAUNCH_SUPPLY } from "../rules/pool-math";
import { CHANGE_DIGITS, priceChangeE6 } from "../rules/price-change";
import type { TokenDetails, Trading } from "../schema/price";
import type { TokenMarketRow, TokenPriceRow } from "../store/market";

const E18 = 10n ** 18n;

/** The bid wall as of the newest price. */
export function renderTrading({
  wall,
  wallThresholdWei,
  sqrtPriceX96,
  startingSqrtPriceX96,
  feeShareBps,
}: Pick<
  TokenPriceRow,
  "wall" | "wallThresholdWei" | "sqrtPriceX96" | "startingSqrtPriceX96" | "feeShareBps"
>): Trading {
  const batchWei = wallBatchWei({
    mostWei: wallThresholdWei,
    startingSqrtPriceX96,
    sqrtPriceX96,
    feeShareBps,
  });
  const remainingWei = wallRemainingWei(wall, sqrtPriceX96);
  return {
    bidWallBalance: formatWei(remainingWei + wall.pendingWei),
    bidWallLifetime: formatWei(wall.lifetimeWei),
    bidWallRemaining: formatWei(remainingWei),
    bidWallRemainingPercentage: percentage(remainingWei, wall.placedWei),
    buybackBalance: formatWei(wall.pendingWei),
    // A wall that was taken down has all its ETH pending, above the threshold; cap the progress at
    // 100%.
    buybackProgress: percentage(smaller(wall.pendingWei, batchWei), batchWei),
  };
}

/** Price fields that details and price data share. */
export function renderPrice(token: TokenPriceRow) {
  const { marketCapWei, sqrtPriceX96, ethUsdE18 } = token;
  const priceUsd = renderPriceUsd(sqrtPriceX96, ethUsdE18);
  const changeE6 = priceChangeE6(token.referenceSqrtPriceX96, sqrtPriceX96);
  return {
    marketCapETH: formatWei(marketCapWei),
    priceChange24h: formatScaled(changeE6, CHANGE_DIGITS),
    startingMarketCapETH: formatWei(token.startingMarketCapWei),
    priceUSDC: priceUsd,
    priceUSD: priceUsd,
    marketCapUSD: renderUsd(marketCapWei, ethUsdE18),
  };
}

/** The creator's purchase at launch and current balance; null if nothing was bought. */
export function renderFirstBuy(token: TokenMarketRow): TokenDetails["firstBuy"] {
  const { creator, firstBuyWei, firstBuyTokensWei, creatorBalanceWei } = token;
  if (firstBuyTokensWei === 0n) return null;
  return {
    creator,
    ethIn: formatWei(firstBuyWei),
    tokens: firstBuyTokensWei.toString(),
    supplyPercentage: percentage(firstBuyTokensWei, LAUNCH_SUPPLY),
    balance: creatorBalanceWei.toString(),
  };
}

/** 24h volume fields that details and price data share. */
export function renderDayVolume({ volume24hWei, volume24hUsdE18 }: TokenPriceRow) {
  return {
    volume24h: formatWei(volume24hWei),
    volumeUSDC24h: volume24hUsdE18 === null ? null : formatWei(volume24hUsdE18),
  };
}

/** An amount of ETH in dollars; null without an ETH/USD rate. */
export function renderUsd(amountWei: bigint, ethUsdE18: bigint | null): string | null {
  return ethUsdE18 === null ? null : formatWei((amountWei * ethUsdE18) / E18);
}

/** Dollars per token; null without an ETH/USD rate. */
export function renderPriceUsd(sqrtPriceX96: bigint, ethUsdE18: bigint | null): string | null {
  return ethUsdE18 === null ? null : formatUsd(priceEthE36(sqrtPriceX96), ethUsdE18);
}

/** Formats an ETH amount, times 10^36, in dollars with the digits of a price. */
function formatUsd(ethE36: bigint, ethUsdE18: bigint): string {
  return formatEthE36((ethE36 * ethUsdE18) / E18);
}
