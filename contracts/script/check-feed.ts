import { type Address, type PublicClient, parseAbi, zeroAddress } from "viem";
import type { Settings } from "./chain-config";

const feedAbi = parseAbi([
  "function description() view returns (string)",
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)",
]);

/**
 * Makes sure that an address is an ETH/USD feed that answers now, and that the uptime feed, where
 * one is set, says that the sequencer runs.
 * @returns a line about the feed for the operator
 * @throws when it is anything else, stale or out of bounds
 */
export async function checkFeed(
  client: PublicClient,
  feed: Address,
  price: Settings["price"],
): Promise<string> {
  const contract = { address: feed, abi: feedAbi } as const;
  const [description, decimals, [, answer, , updatedAt]] = await Promise.all([
    client.readContract({ ...contract, functionName: "description" }),
    client.readContract({ ...contract, functionName: "decimals" }),
    client.readContract({ ...contract, functionName: "latestRoundData" }),
  ]);
  if (!/^ETH\s*\/\s*USD$/i.test(description.trim())) {
    throw new Error(`${feed} calls itself "${description}", not ETH / USD`);
  }
  const unit = 10n ** BigInt(decimals);
  if (answer < price.minUsd * unit || answer > price.maxUsd * unit) {
    throw new Error(`${feed} answers ${answer} with ${decimals} decimals, which is out of bounds`);
  }
  const { timestamp } = await client.getBlock();
  const ageSeconds = timestamp - updatedAt;
  if (ageSeconds > BigInt(price.heartbeatSeconds)) {
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
        `${price.sequencerFeed} says that the sequencer is down, or is no uptime feed`,
      );
    }
  }
  return `${description}, ${decimals} decimals, ${answer / unit} USD, ${ageSeconds} s old`;
}
