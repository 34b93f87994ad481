import { type Address, type PublicClient, parseAbi, zeroAddress } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";

const feedAbi = parseAbi([
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)",
]);

/**
 * The powers and the price source of every generation, newest first.
 * @param accounts accounts whose right to launch is reported
 */
export async function readStatus(
  client: PublicClient,
  { generations }: Deployment,
  accounts: readonly Address[],
) {
  const { timestamp } = await client.getBlock();
  return Promise.all(
    generations.toReversed().map(async ({ contracts, startBlock }, index) => {
      const on = { address: contracts.launchpad, abi: launchpadAbi } as const;
      const onHook = { address: contracts.launchHook, abi: launchHookAbi } as const;
      const [owner, pendingOwner, paused, hook, price, firstBuyBps, startBps, seconds, ...allowed] =
        await Promise.all([
          client.readContract({ ...on, functionName: "owner" }),
          client.readContract({ ...on, functionName: "pendingOwner" }),
          client.readContract({ ...on, functionName: "paused" }),
          client.readContract({ ...on, functionName: "hook" }),
          client.readContract({ ...on, functionName: "price" }),
          client.readContract({ ...on, functionName: "maxFirstBuyBps" }),
          client.readContract({ ...onHook, functionName: "protectionStartBps" }),
          client.readContract({ ...onHook, functionName: "protectionDuration" }),
          ...accounts.map((account) =>
            client.readContract({ ...on, functionName: "isLauncher", args: [account] }),
          ),
        ]);
      const ownerCode = await client.getCode({ address: owner });
      return {
        launchpad: contracts.launchpad,
        isNewest: index === 0,
        startBlock,
        owner,
        ownerIsContract: ownerCode !== undefined,
        pendingOwner: pendingOwner === zeroAddress ? null : pendingOwner,
        isPaused: paused,
        firstBuyPercent: firstBuyBps / 100,
        hook,
        protection: startBps === 0 ? null : { startBps, seconds },
        launchers: accounts.filter((_, at) => allowed[at] === true),
        price: await readPrice(client, price, timestamp),
      };
    }),
  );
}

async function readPrice(client: PublicClient, price: Address, now: bigint) {
  const on = { address: price, abi: marketCapPriceAbi } as const;
  const [feed, sequencerFeed, maxAge] = await Promise.all([
    client.readContract({ ...on, functionName: "feed" }),
    client.readContract({ ...on, functionName: "sequencerFeed" }),
    client.readContract({ ...on, functionName: "heartbeat" }),
  ]);
  const onFeed = { address: feed, abi: feedAbi } as const;
  const [decimals, [, answer, , updatedAt]] = await Promise.all([
    client.readContract({ ...onFeed, functionName: "decimals" }),
    client.readContract({ ...onFeed, functionName: "latestRoundData" }),
  ]);
  return {
    source: price,
    feed,
    sequencerFeed: sequencerFeed === zeroAddress ? null : sequencerFeed,
    usd: Number(answer) / 10 ** decimals,
    ageSeconds: Number(now - updatedAt),
    maxAgeSeconds: Number(maxAge),
  };
}

type Status = Awaited<ReturnType<typeof readStatus>>[number];

const protectionText = (protection: Status["protection"]) =>
  protection === null
    ? "not offered"
    : `purchases cost ${protection.startBps / 100}% at the opening, falling for ${protection.seconds} s`;

/** The status of a generation as text. */
export function statusLines(status: Status): string[] {
  const { price } = status;
  const { ageSeconds, maxAgeSeconds } = price;
  const isStale = ageSeconds > maxAgeSeconds;
  return [
    `launchpad      ${status.launchpad}${status.isNewest ? " (newest)" : ""}, from block ${status.startBlock}`,
    `  owner        ${status.owner}${status.ownerIsContract ? "" : " (no code: not a multisig)"}`,
    `  next owner   ${status.pendingOwner ?? "none"}`,
    `  launching    ${status.isPaused ? "paused" : "open"}`,
    `  launchers    ${status.launchers.join(", ") || "none of those that were checked"}`,
    `  first buys   at most ${status.firstBuyPercent}% of the supply`,
    `  protection   ${protectionText(status.protection)}`,
    `  price source ${price.source}`,
    `  feed         ${price.feed}: ${price.usd} USD, ${ageSeconds} s old of at most ${maxAgeSeconds} s${isStale ? ", STALE: launches fail" : ""}`,
    `  sequencer    ${price.sequencerFeed ?? "no uptime feed"}`,
  ];
}
