import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hash,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { awaitReceipt } from "@/lib/shared/chain/await-receipt";
import { type FeedState, readFeed } from "./readers/create-feed-reader";

const TIMEOUT_MS = 10_000;

/** Sets a chain's bounded feed from the answer of another feed. */
export type FeedSetter = {
  address: Address;
  /** @throws when the source is not an ETH/USD feed, or its node does not respond */
  readSource(): Promise<FeedState>;
  balanceWei(): Promise<bigint>;
  /**
   * Sends the answer and waits until it is mined. The account sends nothing else, so a transaction
   * that is not mined yet is replaced with a higher fee.
   * @throws when the feed refuses it
   */
  setAnswer(feed: Address, usdE8: bigint): Promise<Hash>;
};

/** @param options.source a feed of any chain, and a node of that chain */
export function createFeedSetter(options: {
  client: PublicClient;
  chainId: number;
  privateKey: Hex;
  source: { rpcUrl: string; feed: Address };
}): FeedSetter {
  const { client, chainId, source } = options;
  const account = privateKeyToAccount(options.privateKey);
  const { address } = account;
  const sourceClient = createPublicClient({
    transport: http(source.rpcUrl, { timeout: TIMEOUT_MS }),
  });

  return {
    address,
    readSource: () => readFeed(sourceClient, source.feed),
    balanceWei: () => client.getBalance({ address }),
    async setAnswer(feed, usdE8) {
      const data = encodeFunctionData({
        abi: boundedEthUsdFeedAbi,
        functionName: "setAnswer",
        args: [usdE8],
      });
      const call = { to: feed, data };
      const [gas, fees, nonce, pending] = await Promise.all([
        client.estimateGas({ account: address, ...call }),
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address }),
        client.getTransactionCount({ address, blockTag: "pending" }),
      ]);
      const raise = (wei: bigint) => (pending > nonce ? (wei * 3n) / 2n + 1n : wei);
      const serializedTransaction = await account.signTransaction({
        ...call,
        chainId,
        nonce,
        type: "eip1559",
        gas: gasLimitFor(gas),
        maxFeePerGas: raise(fees.maxFeePerGas),
        maxPriorityFeePerGas: raise(fees.maxPriorityFeePerGas),
      });
      const hash = await client.sendRawTransaction({ serializedTransaction });
      const { status } = await awaitReceipt(client, hash, { timeoutMs: 60_000 });
      if (status !== "success") throw new Error(`setAnswer reverted (${hash})`);
      return hash;
    },
  };
}
