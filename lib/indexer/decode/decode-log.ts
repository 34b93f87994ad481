import {
  type Address,
  decodeEventLog,
  encodeEventTopics,
  getAbiItem,
  type Hex,
  pad,
  toHex,
  zeroAddress,
} from "viem";
import type { RpcLog } from "@/lib/drivers/chain/rpc-shapes";
import { decodeManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { EventPosition, MarketEvent } from "@/lib/features/market/rules/market-event";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { lowerAddress } from "@/lib/shared/address/lower-address";
import { cleanText } from "@/lib/shared/text/clean-text";
import {
  decodeFactoryLog,
  decodeManagerLog,
  FACTORY_TOPICS,
  MANAGER_TOPICS,
} from "./decode-manager-log";
import { addressAt, intAt, requireWords, topicsOf, uintAt } from "./read-abi-words";

// One event per ABI: viem hashes every event of the ABI to find a topic.
const launchedAbi = [getAbiItem({ abi: launchpadAbi, name: "TokenLaunched" })] as const;
const firstBoughtAbi = [getAbiItem({ abi: launchpadAbi, name: "FirstBought" })] as const;
const swapAbi = [getAbiItem({ abi: launchHookAbi, name: "TokenSwap" })] as const;
const claimAbi = [getAbiItem({ abi: launchHookAbi, name: "FeesClaimed" })] as const;
const wallMoveAbi = [getAbiItem({ abi: launchHookAbi, name: "BidWallRepositioned" })] as const;
// Same signature, but ERC-721 indexes the id and ERC-20 does not index the amount.
const transferAbi = [getAbiItem({ abi: launchTokenAbi, name: "Transfer" })] as const;
const streamTransferAbi = [getAbiItem({ abi: feeStreamAbi, name: "Transfer" })] as const;

const [LAUNCHED] = encodeEventTopics({ abi: launchedAbi });
const [FIRST_BOUGHT] = encodeEventTopics({ abi: firstBoughtAbi });
const [SWAP] = encodeEventTopics({ abi: swapAbi });
const [CLAIMED] = encodeEventTopics({ abi: claimAbi });
const [WALL_MOVED] = encodeEventTopics({ abi: wallMoveAbi });
const [TRANSFER] = encodeEventTopics({ abi: transferAbi });

/** First topics of events of the core contracts, and of tokens and managers. */
export const CORE_TOPICS: readonly Hex[] = [
  LAUNCHED,
  FIRST_BOUGHT,
  SWAP,
  CLAIMED,
  WALL_MOVED,
  TRANSFER,
  ...FACTORY_TOPICS,
];
export const MEMBER_TOPICS: readonly Hex[] = [TRANSFER, ...MANAGER_TOPICS];

export const CORE_ROLES = ["launchpad", "launchHook", "feeStream", "managerFactory"] as const;
export type CoreRole = (typeof CORE_ROLES)[number];
/** The contracts of a generation whose logs are trusted, in lower case. */
export type CoreAddresses = Record<CoreRole, Address>;

const NAME_LENGTH_MAX = 64;
const SYMBOL_LENGTH_MAX = 32;
const URI_LENGTH_MAX = 1024;

/**
 * Decodes a log into a market event. Returns null when the emitter is not trusted for that event:
 * any contract can emit a log with the same topics.
 * @param options.roles the core contracts of all generations
 * @param options.isToken whether the launchpad launched the token at that address
 * @param options.isManager whether the factory created the manager at that address
 * @throws when a trusted log does not match its ABI
 */
export function decodeLog(
  log: RpcLog,
  options: {
    roles: ReadonlyMap<Address, CoreRole>;
    isToken(address: Address): boolean;
    isManager(address: Address): boolean;
    time: number;
  },
): MarketEvent | null {
  const { roles, isToken, isManager, time } = options;
  const { block, logIndex, txHash } = log;
  const position: EventPosition = { block, logIndex, time, txHash };
  switch (roles.get(log.address)) {
    case "launchpad":
      if (log.topics[0] === FIRST_BOUGHT) return decodeFirstBuy(log, position);
      return log.topics[0] === LAUNCHED ? decodeLaunch(log, position) : null;
    case "launchHook":
      return decodeHookLog(log, position);
    case "feeStream":
      return log.topics[0] === TRANSFER ? decodeFeeStreamTransfer(log, position) : null;
    case "managerFactory":
      return decodeFactoryLog(log, position);
    default:
      if (log.topics[0] === TRANSFER && isToken(log.address)) return decodeTransfer(log, position);
      return isManager(log.address) ? decodeManagerLog(log, position) : null;
  }
}

function decodeLaunch(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({
    abi: launchedAbi,
    data: log.data,
    topics: topicsOf(log),
  });
  const { record } = args;
  const name = cleanText(record.name, { lengthMax: NAME_LENGTH_MAX, newlines: false });
  const symbol = cleanText(record.symbol, { lengthMax: SYMBOL_LENGTH_MAX, newlines: false });
  return {
    ...position,
    kind: "launch",
    token: lowerAddress(args.token),
    poolId: args.poolId,
    creator: lowerAddress(args.creator),
    feeOwner: lowerAddress(record.feeOwner),
    launcher: lowerAddress(record.launcher),
    launchId: record.launchId,
    managerKind: decodeManagerKind(record.managerKind),
    manager: record.manager === zeroAddress ? null : lowerAddress(record.manager),
    supplyWei: record.supply,
    sqrtPriceX96: record.sqrtPriceX96,
    tick: record.tick,
    name,
    symbol,
    tokenUri: cleanText(record.tokenURI, { lengthMax: URI_LENGTH_MAX, newlines: false }),
    feeShareBps: record.feeShareBps,
    marketCapUsdc: record.marketCapUsdc,
    startTime: Number(record.startTime),
    protectionStartBps: record.protectionStartBps,
    protectionEnd: Number(record.protectionEnd),
    referralPercent: record.referralPercent,
  };
}

function decodeFirstBuy(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({
    abi: firstBoughtAbi,
    data: log.data,
    topics: topicsOf(log),
  });
  return {
    ...position,
    kind: "firstBuy",
    token: lowerAddress(args.token),
    creator: lowerAddress(args.creator),
    ethWei: args.ethIn,
    tokensWei: args.tokens,
  };
}

function decodeHookLog(log: RpcLog, position: EventPosition): MarketEvent | null {
  const { data } = log;
  if (log.topics[0] === SWAP) return decodeSwap(log, position);
  const topics = topicsOf(log);
  switch (topics[0]) {
    case CLAIMED: {
      const { args } = decodeEventLog({ abi: claimAbi, data, topics });
      return {
        ...position,
        kind: "feeClaim",
        token: lowerAddress(args.token),
        to: lowerAddress(args.to),
        amountWei: args.amount,
      };
    }
    case WALL_MOVED: {
      const { args } = decodeEventLog({ abi: wallMoveAbi, data, topics });
      return {
        ...position,
        kind: "wallMove",
        poolId: args.poolId,
        ethPlacedWei: args.ethPlaced,
        ethReturnedWei: args.ethReturned,
        tokensBurnedWei: args.tokensBurned,
        tickLower: args.lower,
        tickUpper: args.upper,
      };
    }
    default:
      return null;
  }
}

/** `TokenSwap(poolId, sender, ethToPool, tokenToPool, feeEth, creatorEth, sqrtPriceX96, tick, referralEth)` */
function decodeSwap({ topics, data }: RpcLog, position: EventPosition): MarketEvent {
  const [, poolId] = topics;
  if (poolId === undefined || topics.length !== 3) throw new Error("a swap without its topics");
  requireWords(data, 7);
  // Without a spread, which would make objects of several times the size.
  return {
    block: position.block,
    logIndex: position.logIndex,
    time: position.time,
    txHash: position.txHash,
    kind: "swap",
    poolId,
    sender: addressAt(topics, 2),
    trader: null,
    ethToPoolWei: intAt(data, 0),
    tokenToPoolWei: intAt(data, 1),
    feeWei: uintAt(data, 2),
    creatorFeeWei: uintAt(data, 3),
    sqrtPriceX96: uintAt(data, 4),
    tick: Number(intAt(data, 5)),
    referralWei: uintAt(data, 6),
  };
}

function decodeFeeStreamTransfer(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({
    abi: streamTransferAbi,
    data: log.data,
    topics: topicsOf(log),
  });
  return {
    ...position,
    kind: "feeStreamTransfer",
    // The stream's id is the token's address as a number.
    token: pad(toHex(args.id), { size: 20 }),
    from: lowerAddress(args.from),
    to: lowerAddress(args.to),
  };
}

/** `Transfer(from, to, amount)` */
function decodeTransfer({ address, topics, data }: RpcLog, position: EventPosition): MarketEvent {
  if (topics.length !== 3) throw new Error("a transfer without its topics");
  requireWords(data, 1);
  return {
    block: position.block,
    logIndex: position.logIndex,
    time: position.time,
    txHash: position.txHash,
    kind: "transfer",
    token: address,
    from: addressAt(topics, 1),
    to: addressAt(topics, 2),
    amountWei: uintAt(data, 0),
  };
}
