import { type Address, isAddressEqual } from "viem";
import type { Launch } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { annotateSubmittedError } from "@/lib/features/launch/rules/launch-job";
import { buildTokenMetadata } from "@/lib/features/launch/rules/token-metadata";
import { CHAINS } from "@/lib/shared/chains";
import { cidOfUri, shortestCid } from "@/lib/shared/cid";
import type { Payloads, Transaction } from "../transaction";
import { type End, type Kind, type Outcome, REVERTED, type TransactionContext } from "./kind";

type AddressContext = Pick<TransactionContext, "launchOrigins" | "transactions">;
type AnyLaunch = Pick<Transaction<"launch" | "prepared_launch">, "id" | "chain"> & {
  payload: Pick<Payloads["launch"], "expectedAddress" | "treasury">;
};

/** Launches a token. The contract accepts each launch id once. */
export const launch: Kind<"launch"> = {
  /**
   * Stores the metadata under the CID that the launch was accepted with, and excludes it and the image
   * from removal. Requests moderation of an image that was not uploaded here.
   */
  async begin(ctx, { id, payload }) {
    await storeMetadata(ctx, { id, payload });
    await keepContent(ctx, payload);
  },
  async prepare(ctx, chain, transaction) {
    const terms = toLaunch(transaction.payload);
    await correctAddress(ctx, transaction, await chain.predictToken(terms));
    return { signer: "server", call: chain.launchCall(terms) };
  },
  isDone: async (chain, { payload }) => (await chain.findToken(payload.launchId)) !== null,
  /** An existing token means success, even after a reverted transaction: a second launch reverts. */
  async findEnd(ctx, chain, transaction, outcome) {
    const { payload } = transaction;
    const tokenAddress = await chain.findToken(payload.launchId);
    if (tokenAddress === null) {
      if (outcome?.status !== "reverted") return null;
      const { hash: transactionHash } = outcome;
      const error = annotateSubmittedError(REVERTED, transactionHash);
      return { state: "failed", transactionHash, error };
    }
    return endOfLaunch(ctx, chain, { transaction, tokenAddress, outcome });
  },
  failsWhenGivenUp: true,
};

/**
 * Stores the metadata under the CID that the launch was accepted with, and requests moderation of an
 * image that was not uploaded here.
 */
async function storeMetadata(
  ctx: Pick<TransactionContext, "content" | "ipfs">,
  { id, payload }: { id: string; payload: Pick<Payloads["launch"], "token" | "tokenUri"> },
): Promise<void> {
  const { token, tokenUri } = payload;
  const cid = await ctx.ipfs.add(buildTokenMetadata(token));
  if (`ipfs://${cid}` !== tokenUri) {
    throw new Error(`Launch ${id} was accepted with ${tokenUri} but its metadata is ${cid}`);
  }
  await ctx.content.approve(cid);
  await ctx.content.request(token.imageIpfs);
}

/**
 * Stores the address of a launch's token if it differs from the address at acceptance: newer contracts create
 * the token at another address. The origin moves with it.
 * @returns false, and changes nothing, if the launch has completed since it was read
 */
export async function correctAddress(
  ctx: AddressContext,
  { id, chain, payload }: AnyLaunch,
  token: Address,
): Promise<boolean> {
  if (isAddressEqual(token, payload.expectedAddress)) return true;
  const { chainId } = CHAINS[chain];
  return ctx.transactions.setExpectedAddress(id, token, (tx) =>
    ctx.launchOrigins.move(tx, { chainId, jobId: id, token }),
  );
}

/** Excludes the metadata and the image of a launch from removal; content is stored by its shortest CID. */
export async function keepContent(
  { assets }: Pick<TransactionContext, "assets">,
  { token, tokenUri }: Pick<Payloads["launch"], "token" | "tokenUri">,
): Promise<void> {
  const cids = [cidOfUri(tokenUri), token.imageIpfs].filter((cid) => cid !== null);
  await assets.markContentUsed(cids.map(shortestCid));
}

/**
 * The end of a launch whose token exists; null while its transaction is not known. Corrects the address
 * that it is expected at.
 * @param launched.outcome of the transaction that this service signed; null if there is none
 */
export async function endOfLaunch(
  ctx: AddressContext & Pick<TransactionContext, "market">,
  chain: LaunchChain,
  {
    transaction,
    tokenAddress,
    outcome,
  }: { transaction: AnyLaunch; tokenAddress: Address; outcome: Outcome | null },
): Promise<Extract<End<"launch">, { state: "completed" }> | null> {
  // Mined between the two requests, or by a transaction that is not in this database. Old blocks are
  // read from the index: no provider returns the logs of the whole chain.
  const transactionHash =
    outcome?.status === "success"
      ? outcome.hash
      : ((await ctx.market.findLaunchHash({
          chainId: chain.deployment.chainId,
          address: tokenAddress,
        })) ?? (await chain.findRecentLaunchHash(tokenAddress)));
  if (transactionHash === null) return null;
  await correctAddress(ctx, transaction, tokenAddress);
  const managerAddress =
    transaction.payload.treasury.kind === "none" ? null : await chain.feeStreamHolder(tokenAddress);
  return { state: "completed", transactionHash, result: { tokenAddress, managerAddress } };
}

/** The arguments of the launch contract. */
export function toLaunch(payload: Omit<Payloads["launch"], "expectedAddress" | "creatorIdentity">) {
  const { token, tokenUri, creator, feeShareBps, marketCapUsdc, launchId, treasury, startTime } =
    payload;
  const { name, symbol } = token;
  const { launchProtection, referralPercent } = payload;
  return {
    name,
    symbol,
    tokenUri,
    creator,
    feeShareBps,
    marketCapUsdc,
    launchId,
    treasury,
    startTime,
    launchProtection,
    referralPercent,
  } satisfies Launch;
}
