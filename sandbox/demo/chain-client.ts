import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseAbi,
  zeroAddress,
} from "viem";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import type { Deployment } from "@/lib/schemas/deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

const stateViewAbi = parseAbi([
  "function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)",
]);

/** Whole tokens at launch. */
export const SUPPLY_TOKENS = 100_000_000_000;
export const TICK_SPACING = 60;

/** The demo's access to a sandbox chain. */
export type DemoChain = {
  slug: ChainSlug;
  chainId: number;
  rpcUrl: string;
  contracts: Deployment["contracts"];
  client: ReturnType<typeof createClient>;
  /** Adds ether to an account. */
  fund(address: Address, wei: bigint): Promise<void>;
  poolIdOf(token: Address): Hex;
  /** ETH per whole token; null until the pool exists. */
  priceOf(poolId: Hex): Promise<number | null>;
};

function createClient(rpcUrl: string) {
  // Concurrent price requests are sent as one batch.
  return createPublicClient({ transport: http(rpcUrl, { batch: { wait: 5 }, retryCount: 1 }) });
}

/**
 * @param options.manifestPath the deployment of the chain
 * @param options.faucetToken required by `slipway_fund` of the chain's RPC proxy
 * @throws when nothing is deployed
 */
export function createDemoChain(options: {
  slug: ChainSlug;
  rpcUrl: string;
  manifestPath: string;
  faucetToken: string;
}): DemoChain {
  const { slug, rpcUrl } = options;
  const manifest = loadDeployment(slug, options.manifestPath);
  if (manifest === null) throw new Error(`nothing is deployed on ${slug}`);
  const { contracts } = manifest;
  const client = createClient(rpcUrl);
  return {
    slug,
    chainId: CHAINS[slug].chainId,
    rpcUrl,
    contracts,
    client,
    async fund(address, wei) {
      const response = await fetch(rpcUrl, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${options.faucetToken}`,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "slipway_fund",
          params: [address, `0x${wei.toString(16)}`],
        }),
      });
      const text = await response.text();
      if (!response.ok || text.includes('"error"')) throw new Error(`faucet error: ${text}`);
    },
    poolIdOf: (token) =>
      keccak256(
        encodeAbiParameters(
          [
            { type: "address" },
            { type: "address" },
            { type: "uint24" },
            { type: "int24" },
            { type: "address" },
          ],
          [zeroAddress, token, 0, TICK_SPACING, contracts.launchHook],
        ),
      ),
    async priceOf(poolId) {
      const [sqrtPriceX96] = await client.readContract({
        address: contracts.stateView,
        abi: stateViewAbi,
        functionName: "getSlot0",
        args: [poolId],
      });
      // The pool's price is tokens per ETH; both have 18 decimals.
      return sqrtPriceX96 === 0n ? null : (2 ** 96 / Number(sqrtPriceX96)) ** 2;
    },
  };
}
