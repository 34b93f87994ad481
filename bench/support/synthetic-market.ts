import { createHash } from "node:crypto";
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  pad,
  toHex,
  zeroAddress,
} from "viem";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { seededRandom } from "@/tests/indexer/support/seeded-random";

/** A log without the fields of its block. */
export type MarketLog = { address: Address; topics: Hex[]; data: Hex; txHash: Hex };
/** The logs of one block and the senders of its transactions. */
export type MarketBlock = { logs: MarketLog[]; senders: Map<Hex, Address> };
export type CoreContracts = { launchpad: Address; launchHook: Address; feeStream: Address };

const SUPPLY = 10n ** 29n;
const Q96 = 2n ** 96n;
const TRADERS = 2_000;

const address = (n: number): Address => pad(toHex(n), { size: 20 });
const POOL = address(77);
/** A deterministic hash of a text. */
export const digest = (text: string): Hex => `0x${createHash("sha256").update(text).digest("hex")}`;

const launched = getAbiItem({ abi: launchpadAbi, name: "TokenLaunched" });
const swapped = getAbiItem({ abi: launchHookAbi, name: "TokenSwap" });
const record = launched.inputs[3];
const swapData = swapped.inputs.filter(({ indexed }) => !indexed);
const uint = [{ type: "uint256" }] as const;

/**
 * Blocks of a synthetic market: each has `eventsPerBlock` ABI-encoded logs, launches first until
 * there are `tokens` tokens, then trades, each a swap of the hook and a transfer of the token.
 * Deterministic for a seed.
 */
export function createSyntheticMarket(options: {
  core: CoreContracts;
  tokens: number;
  eventsPerBlock: number;
  seed: number;
}): {
  /** @param events number of events of this block, if different */
  next(events?: number): MarketBlock;
} {
  const { core, tokens, eventsPerBlock, seed } = options;
  const random = seededRandom(seed);
  const pick = random.below;
  const launches: { token: Address; poolId: Hex; sqrtPriceX96: bigint }[] = [];
  const held = new Map<string, bigint>();
  let transactions = 0;

  const newHash = () => {
    transactions += 1;
    return digest(`${seed} transaction ${transactions}`);
  };
  function launch(): MarketLog[] {
    const number = launches.length + 1;
    const token = address(1_000_000 + number);
    const poolId = digest(`pool ${number}`);
    const creator = address(10 + pick(500));
    const sqrtPriceX96 = Q96 * 300_000n;
    launches.push({ token, poolId, sqrtPriceX96 });
    return launchLogs({ core, number, token, poolId, creator, sqrtPriceX96, txHash: newHash() });
  }

  function trade(senders: Map<Hex, Address>): MarketLog[] {
    // The cube skews trades towards the first tokens.
    const of = launches[Math.floor(random.next() ** 3 * launches.length)] ?? launches[0];
    if (of === undefined) throw new Error("nothing was launched yet");
    const trader = address(100_000 + pick(TRADERS));
    const txHash = newHash();
    senders.set(txHash, trader);
    const key = `${of.token}${trader}`;
    const has = held.get(key) ?? 0n;
    const buys = has === 0n || pick(2) === 0;
    const ethWei = BigInt(1 + pick(1_000_000)) * 10n ** 11n;
    const tokensWei = buys ? BigInt(1 + pick(1_000_000)) * 10n ** 18n : has / BigInt(1 + pick(3));
    held.set(key, buys ? has + tokensWei : has - tokensWei);
    const part = of.sqrtPriceX96 / BigInt(2_000 + pick(20_000));
    of.sqrtPriceX96 += buys ? -part : part;
    const feeWei = ethWei / 100n;
    const data = encodeAbiParameters(swapData, [
      buys ? ethWei - feeWei : -ethWei,
      buys ? -tokensWei : tokensWei,
      feeWei,
      (feeWei * 8n) / 10n,
      of.sqrtPriceX96,
      252_000,
      0n,
    ]);
    const topics = topicsOf(
      encodeEventTopics({
        abi: launchHookAbi,
        eventName: "TokenSwap",
        args: { poolId: of.poolId, sender: address(6) },
      }),
    );
    const [from, to] = buys ? [POOL, trader] : [trader, POOL];
    return [
      { address: core.launchHook, topics, data, txHash },
      transferLog(of.token, from, to, tokensWei, txHash),
    ];
  }

  return {
    next(events = eventsPerBlock) {
      const logs: MarketLog[] = [];
      const senders = new Map<Hex, Address>();
      while (logs.length < events) {
        // A launch is three logs, which must not be split between blocks.
        const isDue = launches.length < tokens && events - logs.length >= 3;
        logs.push(...(isDue ? launch() : trade(senders)));
      }
      return { logs: logs.slice(0, events), senders };
    },
  };
}

function transferLog(
  token: Address,
  from: Address,
  to: Address,
  amount: bigint,
  txHash: Hex,
): MarketLog {
  const event = { abi: launchTokenAbi, eventName: "Transfer", args: { from, to } } as const;
  return {
    address: token,
    topics: topicsOf(encodeEventTopics(event)),
    data: encodeAbiParameters(uint, [amount]),
    txHash,
  };
}

/** A launch emits the transfer of its supply, its fee right and its record. */
function launchLogs({
  core,
  number,
  token,
  poolId,
  creator,
  sqrtPriceX96,
  txHash,
}: {
  core: CoreContracts;
  number: number;
  token: Address;
  poolId: Hex;
  creator: Address;
  sqrtPriceX96: bigint;
  txHash: Hex;
}): MarketLog[] {
  const feeRight = {
    abi: feeStreamAbi,
    eventName: "Transfer",
    args: { from: zeroAddress, to: creator, id: BigInt(token) },
  } as const;
  const launch = {
    abi: launchpadAbi,
    eventName: "TokenLaunched",
    args: { token, poolId, creator },
  } as const;
  const data = launchRecord(number, creator, sqrtPriceX96);
  return [
    transferLog(token, zeroAddress, POOL, SUPPLY, txHash),
    {
      address: core.feeStream,
      topics: topicsOf(encodeEventTopics(feeRight)),
      data: "0x",
      txHash,
    },
    { address: core.launchpad, topics: topicsOf(encodeEventTopics(launch)), data, txHash },
  ];
}

function launchRecord(number: number, creator: Address, sqrtPriceX96: bigint): Hex {
  return encodeAbiParameters(
    [record],
    [
      {
        feeOwner: creator,
        launcher: address(5),
        launchId: digest(`launch ${number}`),
        managerKind: 0,
        manager: zeroAddress,
        supply: SUPPLY,
        sqrtPriceX96,
        tick: 252_000,
        name: `Token ${number}`,
        symbol: `T${number}`,
        tokenURI: `ipfs://none-${number}`,
        feeShareBps: 8_000,
        marketCapUsdc: 4_000_000_000n,
        startTime: 0n,
        protectionStartBps: 0,
        protectionEnd: 0n,
        referralPercent: 0,
      },
    ],
  );
}

/** Every topic of a log is a single value. */
function topicsOf(topics: readonly (Hex | Hex[] | null)[]): Hex[] {
  return topics.flatMap((topic) => (typeof topic === "string" ? [topic] : []));
}
