import { type GetLogsReturnType, type Hex, keccak256, toBytes } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import type { TestChain } from "../test-chains";

/**
 * The market from a chain's raw logs, read at once and decoded word by word. It shares no code with
 * the product, so the two agree only when both are right.
 */

const topic = (signature: string) => keccak256(toBytes(signature));
const LAUNCHED = topic(
  "TokenLaunched(address,bytes32,address,(address,address,bytes32,uint8,address,uint256,uint160,int24,string,string,string,uint16,uint256,uint64,uint16,uint64,uint8))",
);
const SWAP = topic(
  "TokenSwap(bytes32,address,int128,int128,uint128,uint128,uint160,int24,uint128)",
);
const TRANSFER = topic("Transfer(address,address,uint256)");
const CLAIMED = topic("FeesClaimed(address,address,uint256)");
const PAID = topic("Paid(address,address,uint256)");
const CREATED = topic("ManagerCreated(uint8,address,address,address,bytes32)");
const ATTACHED = topic("TokenAttached(address,address)");
/** Block range of a request; responses have an upper limit. */
const AT_ONCE = 40n;
const ZERO = `0x${"0".repeat(40)}`;

export type NaiveTrade = {
  id: string;
  time: number;
  hash: string;
  trader: string;
  buys: boolean;
  eth: bigint;
  tokens: bigint;
  fee: bigint;
  creatorFee: bigint;
  referral: bigint;
  sqrt: bigint;
  before: bigint;
  after: bigint;
};
export type NaiveMove = {
  id: string;
  time: number;
  hash: string;
  from: string;
  to: string;
  amount: bigint;
};
export type NaiveToken = {
  address: string;
  name: string;
  symbol: string;
  creator: string;
  owner: string;
  manager: string | null;
  createdAt: number;
  order: number;
  shareBps: number;
  startTime: number;
  protection: { startBps: number; end: number } | null;
  referralPercent: number;
  startCap: bigint;
  startSqrt: bigint;
  supply: bigint;
  sqrt: bigint;
  high: bigint;
  low: bigint;
  holders: Map<string, bigint>;
  trades: NaiveTrade[];
  /** All transfers, in chain order. */
  moves: NaiveMove[];
};
export type NaiveMarket = {
  tokens: NaiveToken[];
  /** Payouts of fee streams and managers by recipient. */
  streamPaid: Map<string, bigint>;
  managerPaid: Map<string, bigint>;
  managers: { address: string; kind: number }[];
};

const capOf = (supply: bigint, sqrt: bigint) => (supply << 192n) / (sqrt * sqrt);
const word = (data: Hex, i: number) => BigInt(`0x${data.slice(2 + i * 64, 66 + i * 64) || 0}`);
const signed = (data: Hex, i: number) => BigInt.asIntN(256, word(data, i));
const addressOf = (text: string | undefined) => `0x${(text ?? "").slice(-40)}`;
/** String offsets count from the start of the record, which is word 1. */
const textAt = (data: Hex, i: number) => {
  const at = 1 + Number(word(data, i)) / 32;
  const start = 2 + (at + 1) * 64;
  const length = Number(word(data, at)) * 2;
  return Buffer.from(data.slice(start, start + length), "hex").toString("utf8");
};
const add = (sums: Map<string, bigint>, key: string, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount);

export async function replayMarket(
  chain: TestChain,
  { contracts }: Deployment,
): Promise<NaiveMarket> {
  const newest = await chain.client.getBlockNumber({ cacheTime: 0 });
  const logs: GetLogsReturnType = [];
  for (let from = 0n; from <= newest; from += AT_ONCE) {
    const to = from + AT_ONCE - 1n;
    logs.push(
      ...(await chain.client.getLogs({ fromBlock: from, toBlock: to < newest ? to : newest })),
    );
  }
  const blocks = new Map<bigint, { time: number; senders: Map<string, string> }>();
  for (const number of new Set(logs.map((log) => log.blockNumber))) {
    const block = await chain.client.getBlock({ blockNumber: number, includeTransactions: true });
    const senders = new Map(block.transactions.map((one) => [one.hash, one.from.toLowerCase()]));
    blocks.set(number, { time: Number(block.timestamp), senders });
  }
  const is = (address: string, contract: string) => address === contract.toLowerCase();
  const tokens = new Map<string, NaiveToken>();
  const byPool = new Map<string, NaiveToken>();
  const managers = new Map<string, { address: string; kind: number }>();
  const streamPaid = new Map<string, bigint>();
  const managerPaid = new Map<string, bigint>();

  for (const [order, log] of logs.entries()) {
    if (is(log.address, contracts.managerFactory) && log.topics[0] === CREATED) {
      const address = addressOf(log.topics[2]);
      managers.set(address, { address, kind: Number(log.topics[1]) });
    }
    if (log.topics[0] !== LAUNCHED || !is(log.address, contracts.launchpad)) continue;
    const startCap = capOf(word(log.data, 6), word(log.data, 7));
    const token: NaiveToken = {
      address: addressOf(log.topics[1]),
      name: textAt(log.data, 9),
      symbol: textAt(log.data, 10),
      creator: addressOf(log.topics[3]),
      owner: "",
      manager: null,
      createdAt: blocks.get(log.blockNumber)?.time ?? 0,
      order,
      shareBps: Number(word(log.data, 12)),
      startTime: Number(word(log.data, 14)),
      protection:
        word(log.data, 16) === 0n
          ? null
          : { startBps: Number(word(log.data, 15)), end: Number(word(log.data, 16)) },
      referralPercent: Number(word(log.data, 17)),
      startCap,
      startSqrt: word(log.data, 7),
      supply: 0n,
      sqrt: word(log.data, 7),
      high: startCap,
      low: startCap,
      holders: new Map(),
      trades: [],
      moves: [],
    };
    tokens.set(token.address, token);
    byPool.set(log.topics[2] ?? "", token);
  }

  for (const log of logs) {
    const { data, topics, address } = log;
    const token = tokens.get(address);
    const block = blocks.get(log.blockNumber);
    if (token && topics[0] === TRANSFER) {
      const [from, to] = [addressOf(topics[1]), addressOf(topics[2])];
      token.moves.push({
        id: `${log.blockNumber}-${log.logIndex}`,
        time: block?.time ?? 0,
        hash: log.transactionHash,
        from,
        to,
        amount: word(data, 0),
      });
      if (from === ZERO) token.supply += word(data, 0);
      else add(token.holders, from, -word(data, 0));
      if (to === ZERO) token.supply -= word(data, 0);
      else add(token.holders, to, word(data, 0));
      const cap = capOf(token.supply, token.sqrt);
      if (cap < token.low) token.low = cap;
    } else if (is(address, contracts.feeStream) && topics[0] === TRANSFER) {
      const streamed = tokens.get(addressOf(topics[3]));
      if (streamed) streamed.owner = addressOf(topics[2]);
    } else if (is(address, contracts.launchHook) && topics[0] === SWAP) {
      const traded = byPool.get(topics[1] ?? "");
      if (!traded || !block) throw new Error("a swap of no token");
      const [eth, fee] = [signed(data, 0), word(data, 2)];
      const before = capOf(traded.supply, traded.sqrt);
      traded.sqrt = word(data, 4);
      const after = capOf(traded.supply, traded.sqrt);
      if (after > traded.high) traded.high = after;
      if (after < traded.low) traded.low = after;
      traded.trades.push({
        id: `${log.blockNumber}-${log.logIndex}`,
        time: block.time,
        hash: log.transactionHash,
        trader: block.senders.get(log.transactionHash) ?? "",
        buys: eth > 0n,
        eth: eth > 0n ? eth + fee : -eth,
        tokens: signed(data, 1) < 0n ? -signed(data, 1) : signed(data, 1),
        fee,
        creatorFee: word(data, 3),
        referral: word(data, 6),
        sqrt: traded.sqrt,
        before,
        after,
      });
    } else if (is(address, contracts.launchHook) && topics[0] === CLAIMED) {
      add(streamPaid, addressOf(topics[2]), word(data, 0));
    } else if (managers.has(address) && topics[0] === PAID) {
      add(managerPaid, `${address}:${addressOf(topics[1])}`, word(data, 0));
    } else if (managers.has(address) && topics[0] === ATTACHED) {
      const attached = tokens.get(addressOf(topics[1]));
      if (attached) attached.manager = address;
    }
  }
  for (const token of tokens.values()) {
    for (const [holder, amount] of token.holders) if (amount === 0n) token.holders.delete(holder);
  }
  return {
    tokens: [...tokens.values()],
    streamPaid,
    managerPaid,
    managers: [...managers.values()],
  };
}
