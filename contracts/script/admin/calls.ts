import {
  type Address,
  encodeFunctionData,
  formatUnits,
  getAddress,
  type PublicClient,
  zeroAddress,
} from "viem";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import { addressOption, type Target, UsageError } from "../command";
import { describeFeed } from "../deploy/check-feed";
import { chooseFeed } from "../deploy/choose-feed";
import { CREATE2_FACTORY, priceArguments, stepFor } from "../deploy/plan-deployment";
import type { OwnerCall } from "../deploy/safe-transactions";

/** The result of a command: the calls, their sender, and notes for the operator. */
export type OwnerAction = { sender: Address; calls: OwnerCall[]; notes: string[] };

export type AdminOptions = Parameters<typeof chooseFeed>[1] & {
  to?: string | undefined;
  launcher?: string | undefined;
  allowed?: string | undefined;
  percent?: string | undefined;
  price?: string | undefined;
  setter?: string | undefined;
  "force-same-owner": boolean;
};

type Input = { target: Target; launchpad: Address; options: AdminOptions };

/** The commands that need the owner's rights. */
export const ACTIONS = {
  "transfer-owner": transferOwner,
  accept,
  "set-launcher": setLauncher,
  pause: (input: Input) => setPaused(input, true),
  resume: (input: Input) => setPaused(input, false),
  "set-first-buy": setFirstBuy,
  "set-price": setPrice,
  "set-feed-setter": setFeedSetter,
} as const satisfies Record<string, (input: Input) => Promise<OwnerAction>>;
export type ActionName = keyof typeof ACTIONS;
export const isActionName = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

const ownerOf = (client: PublicClient, address: Address) =>
  client.readContract({ address, abi: launchpadAbi, functionName: "owner" });

const isLauncher = (client: PublicClient, launchpad: Address, account: Address) =>
  client.readContract({
    address: launchpad,
    abi: launchpadAbi,
    functionName: "isLauncher",
    args: [account],
  });

/** @throws UsageError if the setter of a price feed is the owner or a launcher */
async function requireSeparateSetter(client: PublicClient, launchpad: Address, setter: Address) {
  const isOwner = setter === (await ownerOf(client, launchpad));
  if (!isOwner && !(await isLauncher(client, launchpad, setter))) return;
  throw new UsageError(
    `${setter} is the owner or a launcher: prices would take the nonces of its transactions. Name an account that does nothing else`,
  );
}

async function transferOwner({ target, launchpad, options }: Input): Promise<OwnerAction> {
  const { client } = target;
  const to = required("to", options.to);
  if (!options["force-same-owner"] && (await isLauncher(client, launchpad, to))) {
    throw new UsageError(`${to} is a launcher: its key is on servers. Add --force-same-owner`);
  }
  const isContract = (await client.getCode({ address: to })) !== undefined;
  const data = encodeFunctionData({
    abi: launchpadAbi,
    functionName: "transferOwnership",
    args: [to],
  });
  return {
    sender: await ownerOf(client, launchpad),
    calls: [{ to: launchpad, data, description: `transfer ownership to ${to}` }],
    notes: [
      `${to} becomes owner when it calls accept; until then the owner does not change`,
      ...(isContract ? [] : [`${to} has no code: it is not a multisig`]),
    ],
  };
}

async function accept({ target, launchpad }: Input): Promise<OwnerAction> {
  const contract = { address: launchpad, abi: launchpadAbi } as const;
  const sender = await target.client.readContract({ ...contract, functionName: "pendingOwner" });
  if (sender === zeroAddress) throw new Error(`no ownership transfer of ${launchpad} is pending`);
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: "acceptOwnership" });
  const calls = [{ to: launchpad, data, description: `${sender} accepts ownership` }];
  return { sender, calls, notes: [] };
}

async function setLauncher({ target, launchpad, options }: Input): Promise<OwnerAction> {
  const launcher = required("launcher", options.launcher);
  const { allowed } = options;
  if (allowed !== "true" && allowed !== "false")
    throw new UsageError("--allowed true, or --allowed false");
  const data = encodeFunctionData({
    abi: launchpadAbi,
    functionName: "setLauncher",
    args: [launcher, allowed === "true"],
  });
  const description = `${allowed === "true" ? "allow" : "forbid"} launcher ${launcher}`;
  const sender = await ownerOf(target.client, launchpad);
  return { sender, calls: [{ to: launchpad, data, description }], notes: [] };
}

async function setPaused({ target, launchpad }: Input, paused: boolean): Promise<OwnerAction> {
  const data = encodeFunctionData({
    abi: launchpadAbi,
    functionName: "setPaused",
    args: [paused],
  });
  const description = `${paused ? "pause" : "resume"} launching on ${launchpad}`;
  const sender = await ownerOf(target.client, launchpad);
  const notes = paused ? ["trading, claims and managers are not affected"] : [];
  return { sender, calls: [{ to: launchpad, data, description }], notes };
}

async function setFirstBuy({ target, launchpad, options }: Input): Promise<OwnerAction> {
  const percent = options.percent ?? "";
  const bps = /^\d{1,2}(\.\d{1,2})?$/.test(percent)
    ? Math.round(Number(percent) * 100)
    : Number.NaN;
  const on = { address: launchpad, abi: launchpadAbi } as const;
  const [limit, before, sender] = await Promise.all([
    target.client.readContract({ ...on, functionName: "FIRST_BUY_LIMIT_BPS" }),
    target.client.readContract({ ...on, functionName: "maxFirstBuyBps" }),
    ownerOf(target.client, launchpad),
  ]);
  if (!(bps <= Number(limit))) {
    throw new UsageError(`--percent 0 to ${Number(limit) / 100}, with at most 2 decimals`);
  }
  const data = encodeFunctionData({
    abi: launchpadAbi,
    functionName: "setMaxFirstBuy",
    args: [bps],
  });
  const description = `limit first buys to ${bps / 100}% of the supply`;
  const notes = [`the limit is ${before / 100}% now; launches before it are not affected`];
  return { sender, calls: [{ to: launchpad, data, description }], notes };
}

/** Uses an existing price source, or creates one for a feed in the same batch. */
async function setPrice({ target, launchpad, options }: Input): Promise<OwnerAction> {
  const { client, slug } = target;
  const sender = await ownerOf(client, launchpad);
  const given = addressOption("price", options.price);
  const setter = addressOption("feed-setter", options["feed-setter"]);
  if (setter !== null) await requireSeparateSetter(client, launchpad, setter);
  const created = given === null ? await createPrice(target, options, sender) : null;
  const price = given ?? created?.address;
  if (price === undefined) throw new UsageError(`--price 0x…, or a feed of ${slug}`);
  const notes = created?.notes ?? [await describePrice(client, price)];
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: "setPrice", args: [price] });
  const description = `set price source ${price}`;
  const calls = [...(created?.calls ?? []), { to: launchpad, data, description }];
  return { sender, calls, notes };
}

async function createPrice(target: Target, options: AdminOptions, owner: Address) {
  const chosen = chooseFeed(target.slug, options, owner);
  const { feed, price, ownFeed } = chosen;
  const step = stepFor("marketCapPrice", "MarketCapPrice", priceArguments(feed, price));
  const calls: OwnerCall[] = [];
  for (const { address, contract, data } of [...(ownFeed ? [ownFeed] : []), step]) {
    if ((await target.client.getCode({ address })) !== undefined) continue;
    calls.push({ to: CREATE2_FACTORY, data, description: `create ${contract} at ${address}` });
  }
  const about = await describeFeed(target.client, chosen);
  return { address: step.address, calls, notes: [`feed ${feed}: ${about}`] };
}

/** @throws if the contract returns no price, since launches would fail */
async function describePrice(client: PublicClient, price: Address): Promise<string> {
  const on = { address: price, abi: marketCapPriceAbi } as const;
  const feed = await client.readContract({ ...on, functionName: "feed" });
  const [decimals, ethUsd, min, max, heartbeat, sequencer, minCap, maxCap] = await Promise.all([
    client.readContract({ address: feed, abi: boundedEthUsdFeedAbi, functionName: "decimals" }),
    client.readContract({ ...on, functionName: "ethUsd" }),
    client.readContract({ ...on, functionName: "minAnswer" }),
    client.readContract({ ...on, functionName: "maxAnswer" }),
    client.readContract({ ...on, functionName: "heartbeat" }),
    client.readContract({ ...on, functionName: "sequencerFeed" }),
    client.readContract({ ...on, functionName: "minMarketCapUsdc" }),
    client.readContract({ ...on, functionName: "maxMarketCapUsdc" }),
  ]);
  const usd = (answer: bigint) => formatUnits(answer, decimals);
  return [
    `price source of feed ${feed}, which returns ${usd(ethUsd)} USD`,
    `accepted: ${usd(min)} to ${usd(max)} USD, at most ${heartbeat} s old`,
    sequencer === zeroAddress ? "no sequencer uptime feed" : `sequencer uptime feed ${sequencer}`,
    `market caps of ${formatUnits(minCap, 6)} to ${formatUnits(maxCap, 6)} USDC`,
  ].join("; ");
}

async function setFeedSetter({ target, launchpad, options }: Input): Promise<OwnerAction> {
  const setter = required("setter", options.setter);
  const { client } = target;
  await requireSeparateSetter(client, launchpad, setter);
  const price = await client.readContract({
    address: launchpad,
    abi: launchpadAbi,
    functionName: "price",
  });
  const feed = getAddress(
    await client.readContract({ address: price, abi: marketCapPriceAbi, functionName: "feed" }),
  );
  const sender = await ownerOf(client, feed);
  const data = encodeFunctionData({
    abi: boundedEthUsdFeedAbi,
    functionName: "setSetter",
    args: [setter],
  });
  return {
    sender,
    calls: [{ to: feed, data, description: `let ${setter} set the feed ${feed}` }],
    notes: [],
  };
}

function required(name: string, value: string | undefined): Address {
  const address = addressOption(name, value);
  if (address === null) throw new UsageError(`--${name} 0x…`);
  return address;
}
