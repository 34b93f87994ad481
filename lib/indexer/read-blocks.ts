import type { Address, Hex } from "viem";
import type { ChainReader, LogFilter } from "@/lib/drivers/chain/readers/create-chain-reader";
import type { RpcHeader, RpcLog } from "@/lib/drivers/chain/rpc-shapes";
import type { MarketEvent } from "@/lib/features/market/rules/market-event";
import { slicesOf } from "@/lib/shared/slices-of";
import { addSenders } from "./decode/add-senders";
import { CORE_TOPICS, decodeLog, MEMBER_TOPICS } from "./decode/decode-log";
import type { ChainState, ReadBlocks, ReadContext } from "./indexer-context";
import { ForkError, isRefused, UnsteadyNodeError } from "./node-errors";

/** Tokens and managers known so far. */
export type KnownAddresses = Pick<ChainState, "tokens" | "managers">;

/** Above this many tokens and managers, logs are requested by topic only and filtered here. */
const MEMBER_FILTER_MAX = 1_000;
const ADDRESSES_PER_FILTER_MAX = 500;

/**
 * Reads blocks near the head one by one. Headers must form an unbroken chain from the checkpoint, and
 * logs are requested by block hash, so that no log is missing or from another fork.
 * @throws ForkError when the first block does not build on the checkpoint
 * @throws UnsteadyNodeError
 */
export async function readLiveBlocks(
  ctx: ReadContext,
  state: KnownAddresses & Pick<ChainState, "checkpoint">,
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
  const read = (filter: LogFilter) => ctx.reader.logsOfBlocks({ hashes, filter });
  const [first] = hashes;
  const isOne = first !== undefined && hashes.length === 1;
  const one = isOne ? oneBlock(ctx, read, first) : null;
  const logs = await readLogs(ctx, state, { read, one });
  return assemble(ctx, logs, headers);
}

/**
 * Reads older blocks, below the depth of expected reorgs, as one range. The block hash of every log
 * must match the header of its block.
 * @throws UnsteadyNodeError
 */
export async function readBlockRange(
  ctx: ReadContext,
  state: KnownAddresses & Pick<ChainState, "checkpoint">,
  range: { from: number; to: number },
): Promise<ReadBlocks> {
  const read = (filter: LogFilter) => ctx.reader.logsOfRange({ ...range, filter });
  const one = range.from === range.to ? oneBlock(ctx, read, range.from) : null;
  const logs = await readLogs(ctx, state, { read, one });
  const numbers = [...new Set([...logs.raw.map((log) => log.block), range.to])].sort(
    (a, b) => a - b,
  );
  const [anchor, ...found] = await ctx.reader.headers([state.checkpoint.block, ...numbers]);
  const headers = found.map((header, i) => {
    if (header === null) throw new UnsteadyNodeError(`block ${numbers[i]} is not there any more`);
    return header;
  });
  if (anchor?.hash !== state.checkpoint.hash) {
    throw anchor
      ? new ForkError(`block ${anchor.number} is on a fork`)
      : new UnsteadyNodeError("the node does not have our newest block");
  }
  return assemble(ctx, logs, headers);
}

type Logs = {
  raw: RpcLog[];
  isToken: (address: Address) => boolean;
  isManager: (address: Address) => boolean;
};

/** How the logs of some blocks are read. */
type LogSource = {
  read: (filter: LogFilter) => ReturnType<ChainReader["logsOfRange"]>;
  /** Reads the logs of addresses if there is one block, so that no smaller range is left after an error. */
  one: { read: (filter: AddressFilter) => Promise<RpcLog[]> } | null;
};

/**
 * Reads the logs of the core contracts first: they announce new tokens and managers, whose own logs
 * are read next.
 */
async function readLogs(ctx: ReadContext, state: KnownAddresses, source: LogSource): Promise<Logs> {
  const addresses = [...ctx.deployment.roles.keys()];
  const core = await (source.one ?? source).read({ addresses, topics: CORE_TOPICS });
  const created = membersCreatedIn(ctx, core);
  const isToken = (address: Address) => created.tokens.has(address) || state.tokens.has(address);
  const isManager = (address: Address) =>
    created.managers.has(address) || state.managers.has(address);
  const sets = [state.tokens, state.managers, created.tokens, created.managers];
  const known = sets.reduce((sum, { size }) => sum + size, 0);
  if (known === 0) return { raw: core, isToken, isManager };
  const chunks = () =>
    slicesOf([...new Set(sets.flatMap((set) => [...set]))], ADDRESSES_PER_FILTER_MAX);
  const logs = await readMemberLogs(source, { isMany: known > MEMBER_FILTER_MAX, chunks });
  const ours = logs.filter(({ address }) => isToken(address) || isManager(address));
  return { raw: [...core, ...ours], isToken, isManager };
}

/** @param options.chunks returns the addresses of all members; only called when it is needed */
async function readMemberLogs(
  { read, one }: LogSource,
  { isMany, chunks }: { isMany: boolean; chunks: () => Address[][] },
): Promise<RpcLog[]> {
  const filterOf = (addresses: Address[]) => ({ addresses, topics: MEMBER_TOPICS });
  try {
    if (isMany) return await read({ addresses: null, topics: MEMBER_TOPICS });
    return (await Promise.all(chunks().map((chunk) => read(filterOf(chunk))))).flat();
  } catch (error) {
    if (one === null) throw error;
    // Providers limit the logs of a request, and any contract can fill a block with logs of these
    // topics. No smaller range is left, so each chunk gets an HTTP request of its own.
    const logs: RpcLog[][] = [];
    for (const chunk of chunks()) logs.push(await one.read(filterOf(chunk)));
    return logs.flat();
  }
}

/** A filter of addresses, which can be split. */
type AddressFilter = LogFilter & { addresses: readonly Address[] };

/**
 * Reads the logs of one block. If the node refuses that, because a token's transfers fill the block, they
 * are taken from the receipts of the block. If the node refuses these as well, fewer addresses are read.
 */
function oneBlock(
  ctx: ReadContext,
  read: LogSource["read"],
  block: Hex | number,
): { read: (filter: AddressFilter) => Promise<RpcLog[]> } {
  let fromReceipts: Promise<RpcLog[] | null> | null = null;

  async function readReceipts(): Promise<RpcLog[] | null> {
    try {
      const logs = await ctx.reader.logsOfReceipts(block);
      if (logs === null) throw new UnsteadyNodeError(`block ${block} is not there any more`);
      return logs;
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
  }

  async function readOne(filter: AddressFilter): Promise<RpcLog[]> {
    try {
      return await read(filter);
    } catch (error) {
      if (!isRefused(error)) throw error;
      fromReceipts ??= readReceipts();
      const all = await fromReceipts;
      if (all !== null) return select(all, filter);
      const { addresses } = filter;
      if (addresses.length < 2) throw error;
      const half = Math.ceil(addresses.length / 2);
      return [
        ...(await readOne({ ...filter, addresses: addresses.slice(0, half) })),
        ...(await readOne({ ...filter, addresses: addresses.slice(half) })),
      ];
    }
  }
  return { read: readOne };
}

function select(logs: readonly RpcLog[], filter: AddressFilter): RpcLog[] {
  const [addresses, topics] = [new Set(filter.addresses), new Set(filter.topics)];
  return logs.filter(({ address, topics: [first] }) => {
    return addresses.has(address) && first !== undefined && topics.has(first);
  });
}

function membersCreatedIn(ctx: ReadContext, logs: readonly RpcLog[]): KnownAddresses {
  const none = () => false;
  const created = { tokens: new Set<Address>(), managers: new Set<Address>() };
  const { roles } = ctx.deployment;
  for (const log of logs) {
    const role = roles.get(log.address);
    if (role !== "launchpad" && role !== "managerFactory") continue;
    const options = { roles, isToken: none, isManager: none, time: 0 };
    const event = decodeLog(log, options);
    if (event?.kind === "launch") created.tokens.add(event.token);
    if (event?.kind === "managerCreated") created.managers.add(event.manager);
  }
  return created;
}

async function assemble(
  ctx: ReadContext,
  logs: Logs,
  headers: readonly RpcHeader[],
): Promise<ReadBlocks> {
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  const events: MarketEvent[] = [];
  for (const log of logs.raw) {
    const header = byNumber.get(log.block);
    if (header === undefined || header.hash !== log.blockHash) {
      throw new UnsteadyNodeError(`a log of block ${log.block} is from another fork`);
    }
    const event = decodeLog(log, {
      roles: ctx.deployment.roles,
      isToken: logs.isToken,
      isManager: logs.isManager,
      time: header.time,
    });
    if (event !== null) events.push(event);
  }
  events.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  const last = headers.at(-1);
  if (last === undefined) throw new UnsteadyNodeError("no blocks were read");
  await addSenders(ctx, events);
  return {
    events,
    blocks: headers.map(({ number, hash, time }) => ({ number, hash, time })),
    next: { block: last.number, hash: last.hash, time: last.time },
  };
}
