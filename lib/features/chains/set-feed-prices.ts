import { isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { nextFeedAnswer } from "./rules/feed-answer";

/** The source's answer may be this old: an hour, the heartbeat of ETH/USD on Ethereum, and a margin. */
const SOURCE_AGE_MAX_SECONDS = 4_800;

/**
 * Sets the price of each feed whose setter is this service, from the source feed. Other feeds are set
 * by their providers.
 * @throws the first error, after all chains were tried; the next run tries again
 */
export async function setFeedPrices({
  ctx,
}: {
  ctx: Pick<ServiceContext, "chains" | "log">;
}): Promise<void> {
  const results = await Promise.allSettled(
    CHAIN_SLUGS.map(async (slug) => {
      const chain = ctx.chains[slug];
      if (chain === undefined) return;
      const answer = await setFeedPrice(chain);
      if (answer !== null) ctx.log.info({ chain: slug, ...answer }, "eth price set");
    }),
  );
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    ctx.log.error({ err: result.reason, chain: CHAIN_SLUGS[index] }, "eth price not set");
  }
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

async function setFeedPrice(chain: LaunchChain) {
  const { feedSetter } = chain;
  if (feedSetter === null) return null;
  const { feed, usdE8, ageSeconds } = await chain.readPriceFeed();
  const bounds = await chain.readBounds(feed);
  if (bounds === null || !isAddressEqual(bounds.setter, feedSetter.address)) return null;
  const source = await feedSetter.readSource();
  if (source.ageSeconds > SOURCE_AGE_MAX_SECONDS) {
    throw new Error(`the source feed ${source.feed} is ${source.ageSeconds} s old`);
  }
  const next = nextFeedAnswer({
    currentE8: usdE8,
    ageSeconds,
    sourceE8: source.usdE8,
    minE8: bounds.minUsdE8,
    maxE8: bounds.maxUsdE8,
  });
  if (next === null) return null;
  const transactionHash = await feedSetter.setAnswer(feed, next);
  return { feed, usdE8: next.toString(), transactionHash };
}
