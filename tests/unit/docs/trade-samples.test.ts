import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type SampleName, sampleCode } from "@/components/docs/samples/samples";

const TOKEN = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const NEWEST = { launchHook: "0xnewHook", launchLens: "0xnewLens", managerFactory: "0xnew" };
const EARLIER = { launchHook: "0xoldHook", launchLens: "0xoldLens", managerFactory: "0xold" };
const keyOf = (hooks: string) => ({
  currency0: "0x0",
  currency1: TOKEN,
  fee: 0,
  tickSpacing: 60,
  hooks,
});

const simulated = z.object({ args: z.tuple([z.object({ poolKey: z.object({}).loose() })]) });
const read = z.object({ address: z.string(), functionName: z.string() });
type Read = z.output<typeof read>;

/** Ends a sample at its quote. */
class Quoted extends Error {}

/**
 * Runs a sample for a token of the earlier of two deployments, without a network.
 * @returns the pool keys that it quoted, its reads of contracts, and its input of `quoteSwap`
 */
async function runSample(name: SampleName, { isProtected = false } = {}) {
  const quoted: unknown[] = [];
  const reads: Read[] = [];
  const pools: unknown[] = [];
  const contracts = { ...NEWEST, stateView: "0xview", v4Quoter: "0xquoter", permit2: "0xpermit2" };
  const results: Record<string, unknown> = {
    getSlot0: [1n, 0],
    feeBps: 100,
    buyFeeBps: 5_000n,
    poolState: { startTick: 0, wallLower: 0, wallLiquidity: 0n },
    balanceOf: 10n,
    allowance: [0n, 0, 0],
  };
  const reader = {
    simulateContract: (call: unknown) => {
      quoted.push(simulated.parse(call).args[0].poolKey);
      throw new Quoted();
    },
    readContract: async (call: unknown) => {
      const { address, functionName } = read.parse(call);
      reads.push({ address, functionName });
      return results[functionName];
    },
    waitForTransactionReceipt: async () => ({ status: "success" }),
  };
  const client = {
    getConfig: async () => ({
      chains: [
        {
          slug: "base",
          chainId: 8453,
          contracts,
          generations: [NEWEST, EARLIER],
          poolKey: { ...keyOf(NEWEST.launchHook), currency1: null },
        },
      ],
    }),
    listTokens: async () => ({ data: [{ tokenAddress: TOKEN, symbol: "OLD" }] }),
    getTokenDetails: async () => ({
      poolKey: keyOf(EARLIER.launchHook),
      poolId: "0xpool",
      launchProtection: isProtected ? { buyFeeBps: 5_000 } : null,
    }),
  };
  const account = { address: "0xtrader", signTypedData: async () => "0x" };
  const modules: Record<string, object> = {
    "@slipway-launchpad/slipway/client": {
      createClient: () => client,
      quoteSwap: (pool: unknown) => {
        pools.push(pool);
        return { amountOut: 1n };
      },
    },
    "node:fs": { readFileSync: () => "0x1" },
    "node:module": {
      createRequire: () => () => ({ AllowanceTransfer: { getPermitData: () => ({}) } }),
    },
    viem: {
      createPublicClient: () => reader,
      createWalletClient: () => ({ writeContract: async () => "0x" }),
      formatEther: String,
      http: () => null,
      maxUint256: 1n,
      parseAbi: () => [],
      parseEther: () => 1n,
    },
    "viem/accounts": { privateKeyToAccount: () => account },
  };
  const code = sampleCode(name, "https://pad.example", "base")
    .replaceAll(/^import (\{.*\}) from ("[^"]+");$/gm, "const $1 = modules[$2];")
    .replaceAll("import.meta.url", '""');
  const globals = { modules, console: { log: () => undefined } };
  try {
    await runInNewContext(`(async () => {${code}\n})()`, globals);
  } catch (error) {
    if (!(error instanceof Quoted)) throw error;
  }
  return { quoted, reads, pools };
}

describe("the trading samples", () => {
  it.each(["tradeQuote", "tradeBuy", "tradeSell"] as const)(
    "%s quotes the pool of a token of an earlier deployment",
    async (name) => {
      expect((await runSample(name)).quoted).toEqual([keyOf(EARLIER.launchHook)]);
    },
  );

  it("quoteSwap reads the contracts of the token's deployment", async () => {
    const { reads, pools } = await runSample("quoteSwap");
    const addresses = reads.map(({ address, functionName }) => `${functionName} of ${address}`);
    expect(new Set(addresses)).toEqual(
      new Set([
        "getSlot0 of 0xview",
        "feeBps of 0xoldHook",
        "poolState of 0xoldHook",
        "lockedLiquidity of 0xoldLens",
      ]),
    );
    expect(pools).toEqual([expect.objectContaining({ feeBps: { buy: 100, sell: 100 } })]);
  });

  it("quoteSwap uses the higher fee of purchases under launch protection", async () => {
    const { pools } = await runSample("quoteSwap", { isProtected: true });
    expect(pools).toEqual([expect.objectContaining({ feeBps: { buy: 5_000, sell: 100 } })]);
  });
});
