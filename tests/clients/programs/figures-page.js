import { DATA, getJson, must, runActions, token } from "./support";

/** A page that shows every figure of a token's price; it draws NaN where one is missing. */

const MOST_FRACTION_DIGITS = 36;
let data = {};

/** A figure in whole units, as the page formats it: never wei, never an exponent. */
function figure(name, value) {
  must(typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value), `a decimal ${name}`, value);
  const fraction = value.split(".")[1] ?? "";
  must(fraction.length <= MOST_FRACTION_DIGITS, `a printable ${name}`, value);
  return Number(value);
}

/** `a` and `b` differ by less than a thousandth. */
const isNear = (a, b) => Math.abs(a - b) <= Math.abs(b) / 1000;

await runActions({
  "shows every price": async () => {
    ({ body: data } = await getJson(`${DATA}/tokens/${token}/price`));
    const { price } = data;
    const marketCap = figure("current", price.current);
    must(figure("marketCapETH", price.marketCapETH) === marketCap, "one market cap", price);
    must(marketCap > 0 && marketCap < 1e6, "a market cap in ETH", marketCap);
    const [high, low] = [figure("high", price.allTimeHigh), figure("low", price.allTimeLow)];
    must(low <= marketCap && marketCap <= high, "within its extremes", price);
    const supply = marketCap / figure("priceETH", price.priceETH);
    must(supply > 9e10 && supply <= 1.0001e11, "100 billion tokens, less the burned", supply);
    must(figure("start", price.startingMarketCapETH) > 0, "a starting market cap", price);
    const change = figure("priceChange24h", price.priceChange24h);
    must(isNear(price.priceChange24hPercentage, change), "the same change", price);
  },
  "shows every price and volume in dollars": async () => {
    const { price, volume } = data;
    const rate = figure("marketCapUSD", price.marketCapUSD) / figure("ETH", price.marketCapETH);
    must(rate > 10 && rate < 1e6, "an ETH/USD rate", rate);
    const dollars = figure("priceUSDC", price.priceUSDC);
    must(isNear(dollars, figure("priceETH", price.priceETH) * rate), "the rate", price);
    for (const name of ["24h", "7d"]) {
      const ether = figure(name, volume[`volume${name}`]);
      must(ether > 0, "volume", volume);
      const usdc = figure(name, volume[`volumeUSDC${name}`]);
      must(isNear(usdc, ether * rate), "the rate", { volume, rate });
    }
  },
  "shows the bid wall": async () => {
    const { trading } = data;
    for (const name of ["Balance", "Lifetime", "Remaining"]) {
      must(figure(name, trading[`bidWall${name}`]) >= 0, name, trading);
    }
    must(figure("buyback", trading.buybackBalance) >= 0, "buyback", trading);
    for (const name of ["bidWallRemainingPercentage", "buybackProgress"]) {
      const percent = trading[name];
      must(typeof percent === "number" && percent >= 0 && percent <= 100, name, percent);
    }
  },
  "draws four charts": async () => {
    const { priceHistory, meta } = data;
    for (const name of ["daily", "hourly", "minutely", "secondly"]) {
      const candles = priceHistory[name];
      must(candles.length > 0, `${name} candles`, candles);
      must(candles[0].timestamp >= meta.timeRanges[`${name}Start`] - 86_400, "in range", name);
      for (const [index, candle] of candles.entries()) {
        must(index === 0 || candle.timestamp > candles[index - 1].timestamp, "ascending", name);
        const [open, high, low, close] = ["open", "high", "low", "close"].map((one) =>
          figure(one, candle[one]),
        );
        must(low <= Math.min(open, close) && high >= Math.max(open, close), "a candle", candle);
        must(figure("closeUSDC", candle.closeUSDC) > close, "dollars", candle);
        must(
          figure("price", candle.price) < 1 && figure("volume", candle.volume) >= 0,
          "units",
          candle,
        );
        must(name !== "daily" || candle.date === candle.timestamp / 86_400, "its day", candle);
      }
    }
  },
});
