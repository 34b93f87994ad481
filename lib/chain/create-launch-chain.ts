import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  fallback,
  type Hash,
  type Hex,
  http,
  keccak256,
  type PublicClient,
  parseEventLogs,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { launchpadAbi } from "../domain/abi/launchpad";
import { CHAINS, type ChainSlug } from "../domain/chains";
import type { Deployment } from "../schemas/deployment";
import { decodeRevert } from "./decode-revert";
import { isAlreadyKnown } from "./is-already-known";
import type { LaunchCall, LaunchChain, LaunchReceipt } from "./launch-chain";

/** Room over the estimate: the price feed or the pool's ticks may move before the block. */
const GAS_MARGIN_PERCENT = 15n;
const NO_MANAGER = {
  kind: 0,
  manager: zeroAddress,
  creatorShareBps: 0,
  moderator: zeroAddress,
  recipients: [],
} as const;

/**
 * A chain over JSON-RPC; the same for the sandbox and for real chains.
 * @param options.rpcUrls first one preferred, the others for failover
 */
export function createLaunchChain(options: {
  chain: ChainSlug;
  rpcUrls: readonly string[];
  privateKey: Hex;
  deployment: Deployment;
}): LaunchChain {
  const { chainId } = CHAINS[options.chain];
  const { launchpad } = options.deployment.contracts;
  const account = privateKeyToAccount(options.privateKey);
  const client: PublicClient = createPublicClient({
    transport: fallback(
      options.rpcUrls.map((url) => http(url, { timeout: 5_000, retryCount: 0 })),
      // 0.2 to 3.2 s between rounds: outlasts a node's restart without the engine's slower retries.
      { retryCount: 5, retryDelay: 200 },
    ),
  });
  const read = { address: launchpad, abi: launchpadAbi } as const;

  return {
    deployment: options.deployment,
    serverWallet: account.address,
    async isHealthy() {
      const probe = createPublicClient({
        transport: fallback(
          options.rpcUrls.map((url) => http(url, { timeout: 1_000, retryCount: 0 })),
        ),
      });
      try {
        return (await probe.getChainId()) === chainId;
      } catch {
        // Not answering is the answer, not an error of the check.
        return false;
      }
    },
    predictToken: (call) =>
      client.readContract({
        ...read,
        functionName: "predictToken",
        args: [account.address, launchParams(call)],
      }),
    async findToken(launchId) {
      const args = [account.address, launchId] as const;
      const token = await client.readContract({ ...read, functionName: "tokenOf", args });
      return token === zeroAddress ? null : token;
    },
    async simulate(call) {
      try {
        const gas = await client.estimateGas({
          account: account.address,
          to: launchpad,
          data: launchData(call),
        });
        return (gas * (100n + GAS_MARGIN_PERCENT)) / 100n;
      } catch (error) {
        throw decodeRevert(error) ?? error;
      }
    },
    estimateFees: () => client.estimateFeesPerGas(),
    transactionCount: () => client.getTransactionCount({ address: account.address }),
    async sign(call, nonce, gas, fees) {
      const rawTransaction = await account.signTransaction({
        type: "eip1559",
        chainId,
        to: launchpad,
        data: launchData(call),
        nonce,
        gas,
        ...fees,
      });
      return { rawTransaction, hash: keccak256(rawTransaction) };
    },
    async broadcast(rawTransaction) {
      try {
        await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      } catch (error) {
        if (!isAlreadyKnown(error)) throw error;
      }
    },
    findReceipt: (hash) => findReceipt(client, launchpad, hash),
  };
}

async function findReceipt(
  client: PublicClient,
  launchpad: Address,
  hash: Hash,
): Promise<LaunchReceipt | null> {
  try {
    const receipt = await client.getTransactionReceipt({ hash });
    const { blockNumber } = receipt;
    if (receipt.status === "reverted") return { status: "reverted", blockNumber };
    const [launched] = parseEventLogs({
      abi: launchpadAbi,
      eventName: "TokenLaunched",
      logs: receipt.logs.filter((log) => log.address.toLowerCase() === launchpad.toLowerCase()),
    });
    if (launched === undefined) throw new Error(`${hash} succeeded without launching a token`);
    return { status: "launched", token: launched.args.token, blockNumber };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

function launchData(call: LaunchCall): Hex {
  return encodeFunctionData({
    abi: launchpadAbi,
    functionName: "launch",
    args: [launchParams(call), NO_MANAGER],
  });
}

function launchParams(call: LaunchCall) {
  return {
    name: call.name,
    symbol: call.symbol,
    tokenURI: call.tokenUri,
    creator: call.creator,
    creatorShareBps: call.creatorShareBps,
    marketCapUsdc: call.marketCapUsdc,
    launchId: call.launchId,
    startTime: 0n,
  };
}
