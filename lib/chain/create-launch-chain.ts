import {
  createPublicClient,
  fallback,
  type Hash,
  type Hex,
  http,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { feeStreamAbi } from "../domain/abi/fee-stream";
import { launchpadAbi } from "../domain/abi/launchpad";
import { managerFactoryAbi } from "../domain/abi/manager-factory";
import { CHAINS, type ChainSlug } from "../domain/chains";
import { gasLimitFor } from "../domain/gas-limit";
import { decodeManagerKind, encodeManagerKind } from "../domain/manager-kind";
import { toShares } from "../domain/shares-change";
import type { Deployment } from "../schemas/deployment";
import { shareFor } from "../support/share-for";
import { createAccountReader } from "./create-account-reader";
import { createPayoutReader } from "./create-payout-reader";
import { createSigner } from "./create-signer";
import { decodeRevert } from "./decode-revert";
import {
  encodeLaunch,
  encodeManager,
  encodePayout,
  encodeShares,
  encodeSignedShares,
  toLaunchParams,
} from "./encode-calls";
import { isAlreadyKnown } from "./is-already-known";
import type { LaunchChain } from "./launch-chain";

/** Fees are the same for everybody who asks within this time; they have room for a rise. */
const FEES_KEPT_MS = 1_000;
const BALANCE_KEPT_MS = 5_000;

const opReceipt = z.object({
  l1Fee: z
    .string()
    .regex(/^0x[0-9a-f]+$/)
    .optional(),
});

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
  const { deployment, rpcUrls } = options;
  const { chainId } = CHAINS[options.chain];
  const { launchpad, launchHook, managerFactory, feeStream } = deployment.contracts;
  const account = privateKeyToAccount(options.privateKey);
  const client: PublicClient = createPublicClient({
    transport: fallback(
      rpcUrls.map((url) => http(url, { timeout: 5_000, retryCount: 0 })),
      // 0.2 to 3.2 s between rounds: outlasts a node's restart without the engine's slower retries.
      { retryCount: 5, retryDelay: 200 },
    ),
  });
  const onLaunchpad = { address: launchpad, abi: launchpadAbi } as const;
  const onFactory = { address: managerFactory, abi: managerFactoryAbi } as const;

  return {
    deployment,
    serverWallet: account.address,
    isHealthy: () => answersAs(chainId, rpcUrls),
    predictToken: (launch) =>
      client.readContract({
        ...onLaunchpad,
        functionName: "predictToken",
        args: [account.address, toLaunchParams(launch)],
      }),
    async findToken(launchId) {
      const args = [account.address, launchId] as const;
      const token = await client.readContract({ ...onLaunchpad, functionName: "tokenOf", args });
      return token === zeroAddress ? null : token;
    },
    async findLaunchHash(token) {
      const logs = await client.getContractEvents({
        ...onLaunchpad,
        eventName: "TokenLaunched",
        args: { token },
        fromBlock: BigInt(deployment.startBlock),
      });
      return logs[0]?.transactionHash ?? null;
    },
    feeStreamHolder: (token) =>
      client.readContract({
        address: feeStream,
        abi: feeStreamAbi,
        functionName: "holderOf",
        args: [token],
      }),
    predictManager(manager) {
      const { salt, owner } = manager;
      if (manager.kind === "revenue") {
        const { protocolRecipient, protocolFeeBps } = manager;
        const args = [account.address, owner, protocolRecipient, protocolFeeBps, salt] as const;
        return client.readContract({ ...onFactory, functionName: "predictRevenueManager", args });
      }
      const kind = encodeManagerKind(manager.kind);
      const shares = toShares(manager.recipients);
      const args = [kind, account.address, owner, manager.creatorFirstBps, shares, salt] as const;
      return client.readContract({ ...onFactory, functionName: "predictSplitManager", args });
    },
    async managerKind(address) {
      const code = await client.readContract({
        ...onFactory,
        functionName: "managerKind",
        args: [address],
      });
      return decodeManagerKind(code);
    },

    ...createPayoutReader(client, deployment),
    ...createAccountReader(client),
    verifyMessage: (signed) => client.verifyMessage(signed),

    launchCall: (launch) => encodeLaunch(launchpad, launch),
    managerCall: (manager) => encodeManager(managerFactory, manager),
    sharesCall: (manager, recipients) => encodeShares(manager, recipients),
    signedSharesCall: (change, signature) => encodeSignedShares(change, signature),
    payoutCall: (account, payable) => encodePayout(launchHook, account, payable),

    async estimateGas(call, extra) {
      try {
        return gasLimitFor(await client.estimateGas({ account: account.address, ...call }), extra);
      } catch (error) {
        throw decodeRevert(error) ?? error;
      }
    },
    estimateFees: shareFor(FEES_KEPT_MS, () => client.estimateFeesPerGas()),
    serverBalanceWei: shareFor(BALANCE_KEPT_MS, () =>
      client.getBalance({ address: account.address }),
    ),
    async findFeeWei(hash) {
      const receipt = await findReceipt(client, hash);
      if (receipt === null) return null;
      return receipt.gasUsed * receipt.effectiveGasPrice + dataFeeOf(receipt);
    },
    transactionCount: () => client.getTransactionCount({ address: account.address }),
    ...createSigner(account, chainId),
    async broadcast(rawTransaction) {
      try {
        await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      } catch (error) {
        if (!isAlreadyKnown(error)) throw error;
      }
    },
    findReceipt: async (hash) => (await findReceipt(client, hash))?.status ?? null,
  };
}

async function findReceipt(client: PublicClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** The OP stack charges for a transaction's place on the layer below beside its gas. */
function dataFeeOf(receipt: object): bigint {
  const { l1Fee } = opReceipt.parse(receipt);
  return l1Fee === undefined ? 0n : BigInt(l1Fee);
}

async function answersAs(chainId: number, rpcUrls: readonly string[]): Promise<boolean> {
  const probe = createPublicClient({
    transport: fallback(rpcUrls.map((url) => http(url, { timeout: 1_000, retryCount: 0 }))),
  });
  try {
    return (await probe.getChainId()) === chainId;
  } catch {
    // Not answering is the answer, not an error of the check.
    return false;
  }
}
