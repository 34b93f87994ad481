import {
  type Address,
  decodeEventLog,
  encodeEventTopics,
  type Hex,
  pad,
  toHex,
  zeroAddress,
} from "viem";
import { cleanText } from "../domain/clean-text";
import { lowerAddress } from "../domain/lower-address";
import type { EventPosition, MarketEvent } from "../domain/market-event";
import type { RpcLog } from "../schemas/rpc";
import { erc20EventsAbi, erc721EventsAbi, hookEventsAbi, launchpadEventsAbi } from "./abi";

const [LAUNCHED] = encodeEventTopics({ abi: launchpadEventsAbi, eventName: "TokenLaunched" });
const [SWAP] = encodeEventTopics({ abi: hookEventsAbi, eventName: "TokenSwap" });
const [CLAIMED] = encodeEventTopics({ abi: hookEventsAbi, eventName: "FeesClaimed" });
const [WALL_MOVED] = encodeEventTopics({ abi: hookEventsAbi, eventName: "BidWallRepositioned" });
const [TRANSFER] = encodeEventTopics({ abi: erc20EventsAbi, eventName: "Transfer" });

/** First topics of what our own contracts say, and of what tokens say. */
export const CORE_TOPICS: readonly Hex[] = [LAUNCHED, SWAP, CLAIMED, WALL_MOVED, TRANSFER];
export const TOKEN_TOPICS: readonly Hex[] = [TRANSFER];

/** The contracts whose word counts, lower-case. */
export type CoreAddresses = { launchpad: Address; launchHook: Address; feeStream: Address };

const NAME_LENGTH_MAX = 64;
const SYMBOL_LENGTH_MAX = 32;
const URI_LENGTH_MAX = 1024;

/**
 * A log as an event of ours, or null when its emitter has no say about it: anybody can emit a log
 * that looks like ours.
 * @param options.isToken whether our launchpad launched the token at that address
 * @throws when a log of ours does not have the shape of its ABI
 */
export function decodeLog(
  log: RpcLog,
  options: { core: CoreAddresses; isToken(address: Address): boolean; time: number },
): MarketEvent | null {
  const { core, isToken, time } = options;
  const { block, logIndex, txHash } = log;
  const position: EventPosition = { block, logIndex, time, txHash };
  switch (log.address) {
    case core.launchpad:
      return log.topics[0] === LAUNCHED ? decodeLaunch(log, position) : null;
    case core.launchHook:
      return decodeHookLog(log, position);
    case core.feeStream:
      return log.topics[0] === TRANSFER ? decodeFeeStreamTransfer(log, position) : null;
    default:
      return log.topics[0] === TRANSFER && isToken(log.address)
        ? decodeTransfer(log, position)
        : null;
  }
}

function decodeLaunch(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({
    abi: launchpadEventsAbi,
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
    managerKind: record.managerKind,
    manager: record.manager === zeroAddress ? null : lowerAddress(record.manager),
    supplyWei: record.supply,
    sqrtPriceX96: record.sqrtPriceX96,
    tick: record.tick,
    name,
    symbol,
    tokenUri: cleanText(record.tokenURI, { lengthMax: URI_LENGTH_MAX, newlines: false }),
    creatorShareBps: record.creatorShareBps,
    marketCapUsdc: record.marketCapUsdc,
    startTime: Number(record.startTime),
  };
}

function decodeHookLog(log: RpcLog, position: EventPosition): MarketEvent | null {
  const topic = log.topics[0];
  if (topic !== SWAP && topic !== CLAIMED && topic !== WALL_MOVED) return null;
  const event = decodeEventLog({ abi: hookEventsAbi, data: log.data, topics: topicsOf(log) });
  switch (event.eventName) {
    case "TokenSwap":
      return {
        ...position,
        kind: "swap",
        poolId: event.args.poolId,
        sender: lowerAddress(event.args.sender),
        ethToPoolWei: event.args.ethToPool,
        tokenToPoolWei: event.args.tokenToPool,
        feeWei: event.args.feeEth,
        creatorFeeWei: event.args.creatorEth,
        sqrtPriceX96: event.args.sqrtPriceX96,
        tick: event.args.tick,
      };
    case "FeesClaimed":
      return {
        ...position,
        kind: "feeClaim",
        token: lowerAddress(event.args.token),
        to: lowerAddress(event.args.to),
        amountWei: event.args.amount,
      };
    case "BidWallRepositioned":
      return {
        ...position,
        kind: "wallMove",
        poolId: event.args.poolId,
        ethPlacedWei: event.args.ethPlaced,
        ethReturnedWei: event.args.ethReturned,
        tokensBurnedWei: event.args.tokensBurned,
        tickLower: event.args.lower,
        tickUpper: event.args.upper,
      };
  }
}

function decodeFeeStreamTransfer(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({ abi: erc721EventsAbi, data: log.data, topics: topicsOf(log) });
  return {
    ...position,
    kind: "feeStreamTransfer",
    // The stream's id is the token's address as a number.
    token: pad(toHex(args.id), { size: 20 }),
    from: lowerAddress(args.from),
    to: lowerAddress(args.to),
  };
}

function decodeTransfer(log: RpcLog, position: EventPosition): MarketEvent {
  const { args } = decodeEventLog({ abi: erc20EventsAbi, data: log.data, topics: topicsOf(log) });
  return {
    ...position,
    kind: "transfer",
    token: log.address,
    from: lowerAddress(args.from),
    to: lowerAddress(args.to),
    amountWei: args.amount,
  };
}

function topicsOf(log: RpcLog): [Hex, ...Hex[]] {
  const [first, ...rest] = log.topics;
  if (first === undefined) throw new Error("a log without topics is none of ours");
  return [first, ...rest];
}
