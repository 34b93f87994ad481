import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import { type Call, CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireOwnRealm } from "@/lib/features/chains/require-own-realm";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import { requireRecent } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { type ConfirmedFee, confirmedFee, type GasQuote, quoteGas } from "./quote-transfer";
import { requireModerator } from "./require-moderator";
import type { DropTokenAnswer, DropTokenRequest } from "./schema/wallet-actions";
import { attemptOnce, runWalletAction, WALLET_ACTION_STATES } from "./wallet-action";

type Context = TransactionContext & Pick<ServiceContext, "accounts" | "env" | "ids">;

type Input = {
  session: Session;
  request: DropTokenRequest;
  limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
};

/**
 * Drops a token from a dynamic split that the user moderates. A managed wallet sends the transaction
 * and pays its gas; without `confirm` it returns a preview. For a wallet of the user's own, returns the
 * transaction to send (`to_sign`).
 * @throws AppError not_signed_in, reauthentication_required, forbidden (not the moderator),
 *   unsupported_operation (no dynamic split, or a managed wallet on a sandbox chain next to a real one),
 *   invalid_body (not a token of the split, a risen fee), insufficient_funds, action_under_way,
 *   idempotency_key_reused, rate_limited, dependency_unavailable
 */
export async function dropManagerToken({
  ctx,
  input,
}: {
  ctx: Context;
  input: Input;
}): Promise<DropTokenAnswer> {
  const { session, request } = input;
  return attemptOnce(ctx, {
    session,
    requestId: request.requestId,
    attempt: (account, id) => attempt(ctx, { account, id, input }),
    describe: (begun) => describeEarlier(begun, request),
  });
}

async function attempt(
  ctx: Context,
  { account, id: actionId, input }: { account: Account; id: string; input: Input },
): Promise<DropTokenAnswer> {
  const { session, request } = input;
  requireRecent(ctx, session, account);
  const chain = requireChain(ctx, request.chain);
  const { manager, tokenAddress: token } = request;
  const { address: wallet, identity } = await requireModerator(ctx, { chain, manager, account });
  const { type, id } = identity;
  if (type !== "wallet") requireOwnRealm(ctx.env, request.chain);
  await requireManaged(chain, manager, token);
  const call = chain.dropCall(manager, token);
  const terms = { chain: request.chain, manager, tokenAddress: token, wallet };
  const none = { success: true as const, ...terms, transactionHash: null, error: null };
  if (type === "wallet") {
    await input.limit("walletAction", wallet);
    const transaction = { chainId: chain.deployment.chainId, to: call.to, data: call.data };
    return { ...none, state: "to_sign", feeAtMost: null, transaction };
  }
  const confirmed = request.confirm ? confirmedFee("feeAtMost", request.feeAtMost) : null;
  const quote = await quoteDrop(chain, { wallet, call, confirmed });
  const feeAtMost = formatWei(quote.feeWei);
  if (!request.confirm) return { ...none, state: "preview", feeAtMost, transaction: null };
  await input.limit("walletAction", wallet);
  const payload = { identity: { type, id }, wallet, manager, token, ...quote };
  const action = { id: actionId, kind: "token_drop" as const, chain: request.chain, payload };
  const { state, transactionHash, error } = await runWalletAction({
    ctx,
    input: { action: { ...action, owner: account.id } },
  });
  const end = { state: WALLET_ACTION_STATES[state], transactionHash, error };
  return { success: true, ...terms, feeAtMost, transaction: null, ...end };
}

/**
 * The state of an earlier request with the same `requestId`.
 * @throws AppError idempotency_key_reused if its terms differ
 */
function describeEarlier(action: Transaction, request: DropTokenRequest): DropTokenAnswer {
  const isSame =
    isOfKind(action, "token_drop") &&
    action.chain === request.chain &&
    isAddressEqual(action.payload.manager, request.manager) &&
    isAddressEqual(action.payload.token, request.tokenAddress);
  if (!isSame) {
    throw new AppError("idempotency_key_reused", "requestId was used for another action");
  }
  const { chain, payload, state, transactionHash, error } = action;
  const { manager, token: tokenAddress, wallet, gas, maxFeePerGas } = payload;
  const { feeWei = gas * maxFeePerGas } = payload;
  return {
    success: true,
    state: WALLET_ACTION_STATES[state],
    chain,
    manager,
    tokenAddress,
    wallet,
    feeAtMost: formatWei(feeWei),
    transaction: null,
    transactionHash,
    error,
  };
}

async function requireManaged(chain: LaunchChain, manager: Address, token: Address): Promise<void> {
  const managed = await chain.managedTokens(manager).catch(rethrowChainError);
  if (managed.some((one) => isAddressEqual(one, token))) return;
  const message = "is not a token of this split, or was dropped from it";
  throw new AppError("invalid_body", `tokenAddress: ${message}`, {
    details: [{ path: "tokenAddress", message }],
  });
}

/**
 * The maximum cost of the transaction for the wallet.
 * @throws AppError insufficient_funds, invalid_body (the contract refuses, a risen fee), dependency_unavailable
 */
async function quoteDrop(
  chain: LaunchChain,
  { wallet, call, confirmed }: { wallet: Address; call: Call; confirmed: ConfirmedFee | null },
): Promise<GasQuote> {
  const [{ gas }, fees, dataFeeWei, balanceWei] = await Promise.all([
    // A trade that is mined first gives the token fees to share.
    chain.simulatePayable(wallet, { ...call, valueWei: 0n }, LATER_WORK_GAS),
    chain.estimateFees(),
    chain.estimateDataFeeWei([call]),
    chain.balanceOf(wallet),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof CallRevertedError)) return rethrowChainError(cause);
    throw new AppError("invalid_body", cause.message, { cause });
  });
  const quote = quoteGas({ gas, fees, dataFeeWei, confirmed });
  if (balanceWei < quote.feeWei) {
    const message = `The moderator's wallet ${wallet} has ${formatWei(balanceWei)} ETH and pays up to ${formatWei(quote.feeWei)} ETH of gas`;
    throw new AppError("insufficient_funds", message);
  }
  return quote;
}
