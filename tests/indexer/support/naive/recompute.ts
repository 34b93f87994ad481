import { getAddress, type Hex, keccak256, toBytes } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import type { TestChain } from "../test-chains";

/**
 * The market from a chain's raw logs, read at once and decoded word by word. It shares no code with
 * the indexer, so the two agree only when both are right.
 */

const topic = (signature: string) => keccak256(toBytes(signature));
const LAUNCHED = topic(
  "TokenLaunched(address,bytes32,address,(address,address,bytes32,uint8,address,uint256,uint160,int24,string,string,string,uint16,uint256,uint64,uint16,uint64,uint8))",
);
const SWAP = topic(
  "TokenSwap(bytes32,address,int128,int128,uint128,uint128,uint160,int24,uint128)",
);
const TRANSFER = topic("Transfer(address,address,uint256)");
const WALL = topic("BidWallRepositioned(bytes32,uint256,uint256,uint256,int24,int24)");
const ZERO = `0x${"0".repeat(40)}`;

export type MarketState = Record<
  string,
  {
    name: string;
    creator: string;
    owner: string;
    manager: string | null;
    supply: bigint;
    sqrtPrice: bigint;
    marketCap: bigint;
    startingMarketCap: bigint;
    createdBlock: number;
    balances: Record<string, bigint>;
    swapMarketCaps: bigint[];
    feesWei: bigint;
    wallPlacedWei: bigint[];
  }
>;

export async function recompute(chain: TestChain, { contracts }: Deployment): Promise<MarketState> {
  const logs = await chain.client.getLogs({ fromBlock: 0n, toBlock: "latest" });
  const picture: MarketState = {};
  const tokenOfPool: Record<string, string> = {};
  const word = (data: Hex, i: number) => data.slice(2 + i * 64, 66 + i * 64);
  const uint = (data: Hex, i: number) => BigInt(`0x${word(data, i)}`);
  const addressOf = (text: string | undefined) => getAddress(`0x${(text ?? "").slice(-40)}`);
  const text = (data: Hex, offsetWord: number) => {
    const at = 1 + Number(uint(data, offsetWord)) / 32;
    const length = Number(uint(data, at));
    const start = 2 + (at + 1) * 64;
    return Buffer.from(data.slice(start, start + length * 2), "hex").toString("utf8");
  };
  const capOf = (supply: bigint, sqrt: bigint) => (supply * 2n ** 192n) / sqrt ** 2n;

  for (const log of logs) {
    if (log.topics[0] !== LAUNCHED || !same(log.address, contracts.launchpad)) continue;
    const token = addressOf(log.topics[1]);
    tokenOfPool[log.topics[2] ?? ""] = token;
    const manager = addressOf(word(log.data, 5));
    const sqrtPrice = uint(log.data, 7);
    picture[token] = {
      name: text(log.data, 9),
      creator: addressOf(log.topics[3]),
      owner: "",
      manager: manager === ZERO ? null : manager,
      supply: 0n,
      sqrtPrice,
      marketCap: 0n,
      startingMarketCap: capOf(uint(log.data, 6), sqrtPrice),
      createdBlock: Number(log.blockNumber),
      balances: {},
      swapMarketCaps: [],
      feesWei: 0n,
      wallPlacedWei: [],
    };
  }
  for (const log of logs) {
    if (log.topics[0] === TRANSFER && same(log.address, contracts.feeStream)) {
      const token = picture[addressOf(log.topics[3])];
      if (token) token.owner = addressOf(log.topics[2]);
    } else if (log.topics[0] === TRANSFER) {
      const token = picture[getAddress(log.address)];
      if (!token) continue;
      const [from, to] = [addressOf(log.topics[1]), addressOf(log.topics[2])];
      const amount = uint(log.data, 0);
      if (from === ZERO) token.supply += amount;
      else token.balances[from] = (token.balances[from] ?? 0n) - amount;
      if (to === ZERO) token.supply -= amount;
      else token.balances[to] = (token.balances[to] ?? 0n) + amount;
    } else if (log.topics[0] === SWAP && same(log.address, contracts.launchHook)) {
      const token = picture[tokenOfPool[log.topics[1] ?? ""] ?? "0x"];
      if (!token) continue;
      token.sqrtPrice = uint(log.data, 4);
      token.feesWei += uint(log.data, 2);
      token.swapMarketCaps.push(capOf(token.supply, token.sqrtPrice));
    } else if (log.topics[0] === WALL && same(log.address, contracts.launchHook)) {
      picture[tokenOfPool[log.topics[1] ?? ""] ?? "0x"]?.wallPlacedWei.push(uint(log.data, 0));
    }
  }
  for (const token of Object.values(picture)) {
    token.marketCap = capOf(token.supply, token.sqrtPrice);
    for (const [holder, amount] of Object.entries(token.balances)) {
      if (amount === 0n) delete token.balances[holder];
    }
  }
  return picture;
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
