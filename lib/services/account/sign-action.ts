import { keccak256 } from "viem";
import { CallRevertedError, type LaunchChain } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type {
  SharesTerms,
  WalletAction,
  WithdrawalTerms,
} from "../../db/account/wallet-action-store";
import { AppError } from "../../domain/errors";
import { INCOME_GAS } from "../../domain/gas-limit";
import { prepareTransaction } from "../transactions/prepare-transaction";

type Input = { chain: LaunchChain; action: WalletAction; operationId: string };

/**
 * Has the wallet sign what an action needs, and stores the transaction that does it.
 * @returns why it can never be done, or null
 */
export async function signAction({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Input;
}): Promise<string | null> {
  const { terms } = input.action;
  try {
    if (terms.kind === "withdrawal") await signWithdrawal(ctx, input, terms);
    else await signShares(ctx, input, terms);
    return null;
  } catch (error) {
    const isFinal =
      error instanceof CallRevertedError || (error instanceof AppError && !error.retryable);
    if (!isFinal) throw error;
    // Another process may have sent the same action meanwhile, which spends its nonce.
    const isSigned = (await ctx.transactions.listOf(input.operationId)).length > 0;
    return isSigned ? null : error.message;
  }
}

/** The wallet sends a withdrawal itself, and pays its gas out of what it holds. */
async function signWithdrawal(
  ctx: ServiceContext,
  { chain, action, operationId }: Input,
  { kind: _, ...fields }: WithdrawalTerms,
): Promise<void> {
  const { wallet, identity, to } = action;
  const { chainId } = chain.deployment;
  const on = { chainId, wallet };
  await ctx.transactions.advance(on, await chain.nonceOf(wallet));
  await ctx.transactions.reserve(
    on,
    operationId,
    () => chain.nonceOf(wallet),
    async (nonce) => {
      const transfer = { ...fields, to, nonce, chainId };
      const rawTransaction = await ctx.wallets.signTransfer(identity, wallet, transfer);
      const { maxFeePerGas } = fields;
      return { rawTransaction, hash: keccak256(rawTransaction), maxFeePerGas };
    },
  );
}

/** The server wallet sends a change of shares: no gas ever has to be in the managed wallet. */
async function signShares(
  ctx: ServiceContext,
  { chain, action, operationId }: Input,
  { recipients, deadline, nonce }: SharesTerms,
): Promise<void> {
  if ((await chain.timestamp()) > deadline) {
    throw new AppError("invalid_body", "The change was not sent in time. Ask for it again.");
  }
  const { chainId } = chain.deployment;
  const change = { chainId, manager: action.to, recipients, deadline, nonce };
  const signature = await ctx.wallets.signShares(action.identity, action.wallet, change);
  const call = chain.signedSharesCall(change, signature);
  const input = { chain, operationId, call, extraGas: INCOME_GAS };
  await prepareTransaction({ ctx, input });
}
