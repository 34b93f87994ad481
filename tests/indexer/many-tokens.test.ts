import { type Address, pad, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSyntheticMarket } from "@/bench/support/synthetic-market";
import { startSyntheticNode } from "@/bench/support/synthetic-node";
import { createChainReader } from "@/lib/drivers/chain/readers/create-chain-reader";
import { CORE_ROLES } from "@/lib/indexer/decode/decode-log";
import { readBlockRange } from "@/lib/indexer/read-blocks";

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
  });
  afterAll(() => node.stop());

  const read = async (from: number, known: Iterable<Address>) => {
    const reader = createChainReader({ chainId: CHAIN_ID, rpcUrls: [node.url] });
    const [anchor] = await reader.headers([from - 1]);
    if (!anchor) throw new Error("the node has no blocks");
    const { number: block, hash, time } = anchor;
    const deployment = {
      chain: "base-sepolia",
      chainId: CHAIN_ID,
      startBlock: 1,
      key: "",
    } as const;
    const { events } = await readBlockRange(
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
      { from, to: 2 },
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
});

/** The n-th token of the synthetic market. */
function tokenOf(n: number): Address {
  return addressOf(1_000_001 + n);
}
