import type { Address } from "viem";
import type { ChainReader, LogFilter } from "../chain/create-chain-reader";
import type { BlockHash, Checkpoint } from "../db/market/market-store";
import type { MarketEvent } from "../domain/market-event";
import type { RpcHeader, RpcLog } from "../schemas/rpc";
import { CORE_TOPICS, decodeLog, TOKEN_TOPICS } from "./decode-log";
import type { ChainState, IndexerContext } from "./indexer-context";

/** The node's blocks do not continue ours: look for the fork. */
export class ForkError extends Error {
  override readonly name = "ForkError";
}
/** The node's answers do not fit each other (a reorg in between, a lagging replica): ask again. */
export class UnsteadyNodeError extends Error {
  override readonly name = "UnsteadyNodeError";
}

/** Verified blocks: their events in order and the hashes to remember. */
export type ReadBlocks = { events: MarketEvent[]; blocks: BlockHash[]; next: Checkpoint };

/** Past this many tokens their transfers are asked for by topic and told apart here. */
const TOKEN_FILTER_MAX = 1_000;
const ADDRESSES_PER_FILTER_MAX = 500;

/**
 * Reads blocks near the head one by one: headers must form an unbroken chain from the checkpoint,
 * and logs are asked for by block hash, so that nothing can be missing or from another fork.
 * @throws ForkError when the first block does not build on the checkpoint
 * @throws UnsteadyNodeError
 */
export async function readLiveBlocks(
  ctx: IndexerContext,
  state: ChainState,
  range: { from: number; to: number },
): Promise<ReadBlocks> {
  const numbers = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
  const headers = (await ctx.reader.headers(numbers)).map((header, i) => {
    if (header === null) throw new UnsteadyNodeError(`block ${numbers[i]} is not there any more`);
    return header;
  });
  let parent = state.checkpoint.hash;
  for (const header of headers) {
    if (header.parentHash !== parent) {
      if (header.number === range.from) throw new ForkError(`block ${header.number} is on a fork`);
      throw new UnsteadyNodeError(`block ${header.number} does not build on the one before it`);
    }
    parent = header.hash;
  }
  const hashes = headers.map((header) => header.hash);
  const logs = await readLogs(ctx, state, (filter) => ctx.reader.logsOfBlocks({ hashes, filter }));
  return assemble(ctx, logs, headers);
}

/**
 * Reads older blocks, which no reorg is expected to reach, as one range. Every block that has a log
 * must have the hash that the log names.
 * @throws UnsteadyNodeError
 */
export async function readRange(
  ctx: IndexerContext,
  state: ChainState,
  range: { from: number; to: number },
): Promise<ReadBlocks> {
  const logs = await readLogs(ctx, state, (filter) => ctx.reader.logsOfRange({ ...range, filter }));
  const numbers = [...new Set([...logs.raw.map((log) => log.block), range.to])].sort(
    (a, b) => a - b,
  );
  const headers = (await ctx.reader.headers(numbers)).map((header, i) => {
    if (header === null) throw new UnsteadyNodeError(`block ${numbers[i]} is not there any more`);
    return header;
  });
  const [anchor] = await ctx.reader.headers([state.checkpoint.block]);
  if (anchor?.hash !== state.checkpoint.hash) {
    throw anchor
      ? new ForkError(`block ${anchor.number} is on a fork`)
      : new UnsteadyNodeError("the node does not have our newest block");
  }
  return assemble(ctx, logs, headers);
}

type Logs = { raw: RpcLog[]; isToken: (address: Address) => boolean };

/** Logs of our contracts first: they name the tokens launched here, whose transfers count too. */
async function readLogs(
  ctx: IndexerContext,
  state: ChainState,
  read: (filter: LogFilter) => ReturnType<ChainReader["logsOfRange"]>,
): Promise<Logs> {
  const { launchpad, launchHook, feeStream } = ctx.deployment.core;
  const core = await read({ addresses: [launchpad, launchHook, feeStream], topics: CORE_TOPICS });
  const launched = core.flatMap((log) => {
    const event = decodeLog(log, { core: ctx.deployment.core, isToken: () => false, time: 0 });
    return event?.kind === "launch" ? [event.token] : [];
  });
  const isNew = new Set(launched);
  const isToken = (address: Address) => isNew.has(address) || state.tokens.has(address);
  const known = [...isNew].filter((token) => !state.tokens.has(token));
  const total = state.tokens.size + known.length;
  if (total === 0) return { raw: core, isToken };
  if (total > TOKEN_FILTER_MAX) {
    const transfers = await read({ addresses: null, topics: TOKEN_TOPICS });
    return { raw: [...core, ...transfers.filter((log) => isToken(log.address))], isToken };
  }
  const addresses = [...state.tokens, ...known];
  const chunks: RpcLog[][] = await Promise.all(
    Array.from({ length: Math.ceil(total / ADDRESSES_PER_FILTER_MAX) }, (_, i) =>
      read({
        addresses: addresses.slice(
          i * ADDRESSES_PER_FILTER_MAX,
          (i + 1) * ADDRESSES_PER_FILTER_MAX,
        ),
        topics: TOKEN_TOPICS,
      }),
    ),
  );
  return { raw: [core, ...chunks].flat(), isToken };
}

function assemble(ctx: IndexerContext, logs: Logs, headers: readonly RpcHeader[]): ReadBlocks {
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  const events: MarketEvent[] = [];
  for (const log of logs.raw) {
    const header = byNumber.get(log.block);
    if (header === undefined || header.hash !== log.blockHash) {
      throw new UnsteadyNodeError(`a log of block ${log.block} is from another fork`);
    }
    const event = decodeLog(log, {
      core: ctx.deployment.core,
      isToken: logs.isToken,
      time: header.time,
    });
    if (event !== null) events.push(event);
  }
  events.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  const last = headers.at(-1);
  if (last === undefined) throw new UnsteadyNodeError("no blocks were read");
  return {
    events,
    blocks: headers.map(({ number, hash }) => ({ number, hash })),
    next: { block: last.number, hash: last.hash, time: last.time },
  };
}
