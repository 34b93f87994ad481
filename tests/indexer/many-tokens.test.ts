import { type Address, encodeEventTopics, pad, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSyntheticMarket, digest, type MarketBlock } from "@/bench/support/synthetic-market";
import { startSyntheticNode } from "@/bench/support/synthetic-node";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { CORE_ROLES } from "@/lib/indexer/decode/decode-log";
import { readBlockRange, readLiveBlocks } from "@/lib/indexer/read-blocks";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { startFaultyNode } from "../setup/chain/faulty-node";

const CHAIN_ID = 84_532;
const addressOf = (n: number): Address => pad(toHex(n), { size: 20 });
const CORE = {
  launchpad: addressOf(1),
  launchHook: addressOf(2),
  feeStream: addressOf(3),
  managerFactory: addressOf(4),
};
const LAUNCHED = 3;
/** Above it, providers reject the list of addresses and logs are requested by topic. */
const MANY = 1_500;
/** Their JSON exceeds 10 MB, the default of viem. */
const LARGE_BLOCK_LOGS = 25_000;
/** Of a contract that is no token of the launchpad. */
const FOREIGN_LOGS = 200;

/** A chain with three tokens, some of which the indexer does not know. */
describe("an indexer of many tokens", () => {
  let node: Awaited<ReturnType<typeof startSyntheticNode>>;

  beforeAll(async () => {
    node = await startSyntheticNode({
      chainId: CHAIN_ID,
      startTime: 1_700_000_000,
      secondsPerBlock: 2,
      wallThresholdWei: 1n,
    });
    const market = createSyntheticMarket({
      core: CORE,
      tokens: LAUNCHED,
      eventsPerBlock: 9,
      seed: 1,
    });
    for (let block = 0; block < 2; block += 1) node.add(market.next());
    node.add(transfersOf(tokenOf(0), LARGE_BLOCK_LOGS));
    node.add(transfersOf(addressOf(99), FOREIGN_LOGS, transfersOf(tokenOf(0), 2)));
    node.add(transfersOf(tokenOf(1), FOREIGN_LOGS, transfersOf(tokenOf(0), FOREIGN_LOGS)));
  });
  afterAll(() => node.stop());

  const read = async (
    from: number,
    known: Iterable<Address>,
    { to = 2, readBlocks = readBlockRange, url = node.url } = {},
  ) => {
    const reader = createChainReader({ chainId: CHAIN_ID, rpcUrls: [url] });
    const [anchor] = await reader.headers([from - 1]);
    if (!anchor) throw new Error("the node has no blocks");
    const { number: block, hash, time } = anchor;
    const deployment = {
      chain: "base-sepolia",
      chainId: CHAIN_ID,
      startBlock: 1,
      key: "",
    } as const;
    const { events } = await readBlocks(
      {
        reader,
        deployment: {
          ...deployment,
          core: CORE,
          generations: [{ ...CORE, startBlock: 1 }],
          roles: new Map(CORE_ROLES.map((role) => [CORE[role], role])),
          marketContracts: new Set(),
        },
      },
      { tokens: new Set(known), managers: new Set(), checkpoint: { block, hash, time } },
      { from, to },
    );
    return events;
  };
  const others = Array.from({ length: MANY }, (_, n) => addressOf(n + 10_000_000));

  it("reads the same events as one of few tokens", async () => {
    const few = await read(1, []);
    expect(few.filter(({ kind }) => kind === "launch")).toHaveLength(LAUNCHED);
    expect(few.filter(({ kind }) => kind === "transfer").length).toBeGreaterThan(LAUNCHED);
    expect(await read(1, others)).toEqual(few);
  });

  it("drops transfers of contracts that are not its tokens", async () => {
    const all = await read(2, [
      ...others,
      ...Array.from({ length: LAUNCHED }, (_, n) => tokenOf(n)),
    ]);
    const some = await read(2, [...others, tokenOf(0)]);
    const tokensOf = (events: typeof all) =>
      new Set(events.flatMap((event) => (event.kind === "transfer" ? [event.token] : [])));
    expect(tokensOf(all).size).toBeGreaterThan(1);
    expect([...tokensOf(some)]).toEqual([tokenOf(0)]);
  });

  it.each([
    ["near the head", readLiveBlocks],
    ["below it", readBlockRange],
  ])("reads a block with more than 10 MB of logs %s", async (_, readBlocks) => {
    const few = await read(3, [tokenOf(0)], { to: 3, readBlocks });
    expect(few).toHaveLength(LARGE_BLOCK_LOGS);
    expect(await read(3, [...others, tokenOf(0)], { to: 3, readBlocks })).toEqual(few);
  });

  it.each([
    ["near the head", readLiveBlocks],
    ["below it", readBlockRange],
  ])(
    "reads a block %s that other contracts filled above the node's limit",
    async (_, readBlocks) => {
      const limited = await startFaultyNode(node.url);
      limited.become({ logsMax: FOREIGN_LOGS / 2 });
      try {
        const { url } = limited;
        const events = await read(4, [...others, tokenOf(0)], { to: 4, readBlocks, url });
        expect(events).toHaveLength(2);
        expect(limited.refusals()).toBe(1);
      } finally {
        await limited.stop();
      }
    },
  );

  describe.each([
    ["near the head", readLiveBlocks],
    ["below it", readBlockRange],
  ])("a block %s whose tokens have more logs than the node returns", (_, readBlocks) => {
    let limited: Awaited<ReturnType<typeof startFaultyNode>>;
    beforeEach(async () => {
      limited = await startFaultyNode(node.url);
    });
    afterEach(() => limited.stop());
    const readLimited = (from: number, known: Address[]) =>
      read(from, known, { to: from, readBlocks, url: limited.url });

    it("is read from its receipts", async () => {
      const few = await read(3, [tokenOf(0)], { to: 3, readBlocks });
      limited.become({ logsMax: FOREIGN_LOGS });
      expect(await readLimited(3, [tokenOf(0)])).toEqual(few);
      expect(await readLimited(3, [...others, tokenOf(0)])).toEqual(few);
    });

    it("is read token by token if the node has no receipts of blocks", async () => {
      const tokens = [tokenOf(0), tokenOf(1), tokenOf(2)];
      const all = await read(5, tokens, { to: 5, readBlocks });
      expect(all).toHaveLength(2 * FOREIGN_LOGS);
      limited.become({ logsMax: FOREIGN_LOGS, lacks: "eth_getBlockReceipts" });
      expect(await readLimited(5, [...others, ...tokens])).toEqual(all);
    });

    it("sends few requests to a node that is down", async () => {
      let calls = 0;
      const breaks = (method: string) => {
        if (method !== "eth_getLogs") return undefined;
        calls += 1;
        return "before" as const;
      };
      limited.become({ breaks });
      await expect(readLimited(5, [tokenOf(0), tokenOf(1)])).rejects.toThrow("HTTP request failed");
      expect(calls).toBe(1);
    });
  });
});

/** A block of transfers of one contract, after those of `before`. */
function transfersOf(
  address: Address,
  count: number,
  before: MarketBlock = { logs: [], senders: new Map() },
): MarketBlock {
  const [from, to] = [addressOf(5), addressOf(6)];
  const event = { abi: launchTokenAbi, eventName: "Transfer", args: { from, to } } as const;
  const log = {
    address,
    topics: encodeEventTopics(event)
      .flat()
      .filter((topic) => topic !== null),
    data: toHex(1n, { size: 32 }),
    txHash: digest("transfers"),
  };
  return { ...before, logs: [...before.logs, ...Array.from({ length: count }, () => log)] };
}

/** The n-th token of the synthetic market. */
function tokenOf(n: number): Address {
  return addressOf(1_000_001 + n);
}
