import { streamMarket } from "@slipway-launchpad/client";
import { describe, expect, inject, it } from "vitest";
import { tokenPrice } from "@/lib/features/market/schema/price";
import { newTokenList, tokenList } from "@/lib/features/market/schema/tokens";
import type { StreamEvent, TokenFigures } from "@/lib/features/stream/schema";
import { newCaller } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { buyToken } from "../../setup/chain/buy-token";
import { launchToken } from "../../setup/chain/launch-token";

const CHAIN = "base-sepolia";
const TOKENS = `/v1/${CHAIN}/tokens`;

/** Records the figures of a stream until it is stopped. */
function readFigures(token: string) {
  const told: TokenFigures[] = [];
  let isReady = false;
  const stop = new AbortController();
  const keep = ({ event, data }: StreamEvent) => {
    if (event === "token") told.push(data);
    isReady ||= event === "ready";
  };
  const run = async () => {
    const headers = { "x-forwarded-for": newCaller() };
    const options = { baseUrl: inject("baseUrl"), headers, signal: stop.signal };
    for await (const event of streamMarket(CHAIN, { ...options, token, figures: true }))
      keep(event);
  };
  return { told, isReady: () => isReady, done: run(), stop: () => stop.abort() };
}

describe("market figures in the stream", () => {
  it("equal those of lists and price data after a trade", { timeout: 60_000 }, async () => {
    const token = await launchToken({ name: "Figures", symbol: "FIG" });
    const listed = await untilListed(`${TOKENS}/new`, newTokenList, ({ data }) =>
      data.some(({ tokenAddress, image }) => tokenAddress === token && image !== null),
    );
    const reader = readFigures(token);
    await expect.poll(reader.isReady).toBe(true);
    await buyToken(token);
    await expect.poll(() => reader.told.length, { timeout: 20_000 }).toBeGreaterThan(0);
    reader.stop();
    await reader.done;
    const figures = reader.told.at(-1);
    if (figures === undefined) throw new Error("No figures were told");
    const { tokenAddress, symbol, name, createdAt, image, isActive } = figures;
    expect(listed.data).toContainEqual(
      expect.objectContaining({ tokenAddress, symbol, name, createdAt, image, isActive }),
    );
    const { price, volume, trading } = await untilListed(
      `${TOKENS}/${token}/price`,
      tokenPrice,
      (answer) => answer.price.marketCapETH === figures.marketCapETH,
    );
    const { marketCapETH, marketCapUSD, priceETH, priceUSD, priceChange24h } = figures;
    const { allTimeHigh, allTimeLow, volume24h, volume7d } = figures;
    expect(price).toMatchObject({ marketCapETH, marketCapUSD, priceETH, priceUSD, priceChange24h });
    expect(price).toMatchObject({ allTimeHigh, allTimeLow });
    expect(volume).toMatchObject({ volume24h, volume7d });
    expect(figures.trading).toEqual(trading);
    const ranked = await untilListed(`${TOKENS}?sort=newest`, tokenList, ({ data }) =>
      data.some((row) => row.tokenAddress === token && row.marketCapETH === marketCapETH),
    );
    const { fairLaunchActive } = figures;
    const row = { marketCapUSD, volume24h, priceChange24h, fairLaunchActive };
    expect(ranked.data).toContainEqual(expect.objectContaining({ tokenAddress, ...row }));
  });
});
