import { type Address, type PublicClient, parseAbi, zeroAddress } from "viem";
import type { Settings } from "./chain-config";
import type { ChosenFeed } from "./choose-feed";

const feedAbi = parseAbi([
  "function description() view returns (string)",
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

/**
 * Checks a feed, unless it is still to be created. A bounded feed that exists may be old: only launches
 * need a current price, and the service sets it once it runs.
 * @returns a line about the feed for the operator
 * @throws if it is not an ETH/USD feed, out of bounds, or another's feed that is stale
 */
export async function describeFeed(
  client: PublicClient,
  { feed, price, ownFeed }: ChosenFeed,
): Promise<string> {
  if (ownFeed !== null && (await client.getCode({ address: feed })) === undefined) {
    return `a new feed of ${ownFeed.usd} USD`;
  }
  return checkFeed(client, feed, price, { mayBeStale: ownFeed !== null });
}

/** Also checks that the sequencer is up according to the uptime feed, if one is set. */
async function checkFeed(
  client: PublicClient,
  feed: Address,
  price: Settings["price"],
  { mayBeStale }: { mayBeStale: boolean },
): Promise<string> {
  const contract = { address: feed, abi: feedAbi } as const;
  const [description, decimals, [, answer, , updatedAt]] = await Promise.all([
    client.readContract({ ...contract, functionName: "description" }),
    client.readContract({ ...contract, functionName: "decimals" }),
    client.readContract({ ...contract, functionName: "latestRoundData" }),
  ]);
  if (!/^ETH\s*\/\s*USD$/i.test(description.trim())) {
    throw new Error(`${feed} has the description "${description}", not ETH / USD`);
  }
  const unit = 10n ** BigInt(decimals);
  if (answer < price.minUsd * unit || answer > price.maxUsd * unit) {
    throw new Error(`${feed} returns ${answer} with ${decimals} decimals, which is out of bounds`);
  }
  const { timestamp } = await client.getBlock();
  const ageSeconds = timestamp - updatedAt;
  const isStale = ageSeconds > BigInt(price.heartbeatSeconds);
  if (isStale && !mayBeStale) {
    throw new Error(`${feed} is stale: its answer is ${ageSeconds} s old`);
  }
  if (price.sequencerFeed !== zeroAddress) {
    const [, status, startedAt] = await client.readContract({
      address: price.sequencerFeed,
      abi: feedAbi,
      functionName: "latestRoundData",
    });
    if (status !== 0n || startedAt === 0n) {
      throw new Error(
        `${price.sequencerFeed} reports that the sequencer is down, or is not an uptime feed`,
      );
    }
  }
  return `${description}, ${decimals} decimals, ${answer / unit} USD, ${ageSeconds} s old${isStale ? ", STALE: launches fail until the service sets it" : ""}`;
}
