import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { requireOwnRealm } from "@/lib/features/chains/require-own-realm";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { isOfKind, type Transaction } from "@/lib/features/transactions/transaction";
import { requireRecent, walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { confirmedFee, type GasQuote, quoteTransfer } from "./quote-transfer";
import type { WithdrawAnswer, WithdrawRequest } from "./schema/wallet-actions";
import { attemptOnce, runWalletAction, WALLET_ACTION_STATES } from "./wallet-action";

type Context = TransactionContext &
  Pick<ServiceContext, "accounts" | "env" | "ids" | "serverWallet">;

type Input = {
  session: Session;
  request: WithdrawRequest;
  limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
};

/**
 * Sends ETH from a managed wallet of the user. Without `confirm` it returns a preview. The wallet
 * pays its gas; "max" is the balance minus the maximum gas cost.
 * @throws AppError not_signed_in, reauthentication_required, forbidden (not a managed wallet of the
 *   user), invalid_body (address, amount, a risen fee), unsupported_operation (a
 *   sandbox chain next to a real one), action_under_way, idempotency_key_reused, rate_limited,
 *   dependency_unavailable
 */
export async function withdrawFunds({
  ctx,
  input,
}: {
  ctx: Context;
  input: Input;
}): Promise<WithdrawAnswer> {
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
): Promise<WithdrawAnswer> {
  const { session, request } = input;
  requireRecent(ctx, session, account);
  const own = await walletsOf(ctx, account);
  const wallet = own.find(({ address }) => isAddressEqual(address, request.wallet));
  const { type, id } = wallet?.identity ?? { type: "wallet", id: "" };
  if (wallet === undefined || type === "wallet") {
    throw new AppError("forbidden", "This is not one of your managed wallets");
  }
  const chain = requireChain(ctx, request.chain);
  requireOwnRealm(ctx.env, request.chain);
  await requireSafeTarget(ctx, chain, wallet.address, request.to);
  const { quote, valueWei } = await quoteAmount(chain, wallet.address, request);
  const terms = {
    success: true as const,
    chain: request.chain,
    wallet: wallet.address,
    to: request.to,
    amount: formatWei(valueWei),
    feeAtMost: formatWei(quote.feeWei),
  };
  if (!request.confirm) {
    return { ...terms, state: "preview", transactionHash: null, error: null };
  }
  await input.limit("walletAction", wallet.address);
  const target = { wallet: wallet.address, to: request.to, valueWei };
  const payload = { identity: { type, id }, ...target, ...quote };
  const action = { id: actionId, kind: "withdrawal" as const, chain: request.chain, payload };
  const { state, transactionHash, error } = await runWalletAction({
    ctx,
    input: { action: { ...action, owner: account.id } },
  });
  return { ...terms, state: WALLET_ACTION_STATES[state], transactionHash, error };
}

/**
 * The state of an earlier withdrawal with the same `requestId`.
 * @throws AppError idempotency_key_reused if its terms differ
 */
function describeEarlier(action: Transaction, request: WithdrawRequest): WithdrawAnswer {
  if (!isOfKind(action, "withdrawal")) {
    throw new AppError("idempotency_key_reused", "requestId was used for another action");
  }
  const { chain, payload, state, transactionHash, error } = action;
  const { wallet, to, valueWei, gas, maxFeePerGas, feeWei = gas * maxFeePerGas } = payload;
  const isSame =
    chain === request.chain &&
    isAddressEqual(wallet, request.wallet) &&
    isAddressEqual(to, request.to) &&
    (request.amountWei === "max" || request.amountWei === valueWei);
  if (!isSame)
    throw new AppError("idempotency_key_reused", "requestId was used for another withdrawal");
  return {
    success: true,
    state: WALLET_ACTION_STATES[state],
    chain,
    wallet,
    to,
    amount: formatWei(valueWei),
    feeAtMost: formatWei(feeWei),
    transactionHash,
    error,
  };
}

/** Rejects targets where the ETH would be lost or shared with others. */
async function requireSafeTarget(
  ctx: Pick<ServiceContext, "serverWallet">,
  chain: LaunchChain,
  wallet: Address,
  to: Address,
): Promise<void> {
  const refuse = (reason: string) => {
    const details = [{ path: "to", message: reason }];
    throw new AppError("invalid_body", `to: ${reason}`, { details });
  };
  if (isAddressEqual(to, wallet)) refuse("is the wallet itself");
  if (isAddressEqual(to, ctx.serverWallet)) refuse("is the wallet of this service");
  await requireDestinations(chain, [{ field: "to", address: to, use: "withdrawal" }]);
}

async function quoteAmount(
  chain: AccountReader & DryRun,
  wallet: Address,
  { to, amountWei, confirm, feeAtMost }: WithdrawRequest,
): Promise<{ quote: GasQuote; valueWei: bigint }> {
  const balanceWei = await chain.balanceOf(wallet).catch(rethrowChainError);
  // The gas does not depend on the amount. Estimate with half the balance so that gas is left.
  const tried = amountWei === "max" || amountWei > balanceWei ? balanceWei / 2n : amountWei;
  const transfer = { to, valueWei: tried };
  const confirmed = confirm ? confirmedFee("feeAtMost", feeAtMost) : null;
  const quote = await quoteTransfer(chain, wallet, transfer, confirmed).catch((cause: unknown) => {
    if (!(cause instanceof CallRevertedError)) return rethrowChainError(cause);
    const message = "is a contract that does not accept ETH";
    throw new AppError("invalid_body", `to: ${message}`, {
      details: [{ path: "to", message }],
      cause,
    });
  });
  const mostWei = balanceWei > quote.feeWei ? balanceWei - quote.feeWei : 0n;
  const valueWei = amountWei === "max" ? mostWei : amountWei;
  if (valueWei > 0n && valueWei <= mostWei) return { quote, valueWei };
  const message = `must be at most ${formatWei(mostWei)} ETH: the wallet has ${formatWei(balanceWei)} and pays its gas`;
  throw new AppError("invalid_body", `amount: ${message}`, {
    details: [{ path: "amount", message }],
  });
}
