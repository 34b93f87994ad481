import { type Address, isAddressEqual } from "viem";
import type { ServiceContext } from "@/lib/context";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { attemptOnce, walletKey } from "@/lib/features/fees/wallet-action";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { approvalOf } from "@/lib/features/transactions/kinds/trade";
import { isEnded } from "@/lib/features/transactions/rules";
import { runAndWait } from "@/lib/features/transactions/run";
import {
  isOfKind,
  type NewTransaction,
  type Payloads,
  type Transaction,
} from "@/lib/features/transactions/transaction";
import { type OwnWallet, walletsOf } from "@/lib/features/users/require-account";
import { isRecent, type Session } from "@/lib/features/users/rules/account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { describeEarlier, describeTrade } from "./describe-trade";
import { orRefused, planTrade } from "./plan-trade";
import { findBreach, type LimitBreach, leftToday, type TradeLimits } from "./rules/trade-limits";
import type { AccountTradeAnswer, AccountTradeRequest } from "./schema";

/** How long a request waits for the approval of a sale, and then for the trade. */
const APPROVAL_WAIT_MS = 15_000;
const TRADE_WAIT_MS = 20_000;

type Context = TransactionContext &
  Pick<ServiceContext, "accounts" | "decisions" | "env" | "ids" | "tradeLedger">;

type Input = {
  session: Session;
  request: AccountTradeRequest;
  limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
};

/**
 * Trades a token with a managed wallet of the user. Without a confirmation it returns a preview. The
 * wallet pays its gas. A repeated `requestId` returns the state of the first request.
 * @throws AppError not_signed_in, forbidden (not a managed wallet of the user), reauthentication_required,
 *   trade_limit, unsupported_chain, unsupported_operation, token_not_found, content_removed, trade_refused,
 *   insufficient_funds, invalid_body, action_under_way, idempotency_key_reused, rate_limited,
 *   dependency_unavailable
 */
export async function tradeWithAccount({
  ctx,
  input,
}: {
  ctx: Context;
  input: Input;
}): Promise<AccountTradeAnswer> {
  const { session, request } = input;
  return attemptOnce(ctx, {
    session,
    requestId: request.confirmed?.requestId,
    attempt: (account, id) => attempt(ctx, { account, id, input }),
    describe: (begun) => describeEarlier(begun, request),
  });
}

async function attempt(
  ctx: Context,
  { account, id, input }: { account: Account; id: string; input: Input },
): Promise<AccountTradeAnswer> {
  const { session, request } = input;
  const { confirmed } = request;
  const managed = (await walletsOf(ctx, account)).filter((wallet) => wallet.managed);
  const wallet = findWallet(managed, request.wallet ?? null);
  const wallets = managed.map(({ address }) => address);
  const hasSignedIn = isRecent(session, account, ctx.clock.now());
  const plan = await planTrade(ctx, { wallet, request, isRecent: hasSignedIn })
    .catch(orRefused)
    .catch(rethrowChainError);
  const payload = { ...plan, ...ownerOf(wallet) };
  const trade = { id, kind: "trade" as const, chain: request.chain, payload };
  await requireWithinLimits(ctx, { trade, wallets });
  if (confirmed === null) return describeTrade({ ...trade, state: "preview" });
  await input.limit("accountTrade", wallet.address);
  return run(ctx, { trade, wallets, request });
}

/** Stores a trade with its limits checked, sends it and waits for it. */
async function run(
  ctx: Context,
  {
    trade,
    wallets,
    request,
  }: { trade: NewTransaction<"trade">; wallets: readonly Address[]; request: AccountTradeRequest },
): Promise<AccountTradeAnswer> {
  const { id, chain, payload } = trade;
  const { wallet } = payload;
  const stored = await ctx.transactions.insert(
    { ...trade, owner: wallet, exclusiveKey: walletKey(chain, wallet) },
    {
      isRunHere: true,
      // Again under the lock: parallel requests must not exceed the limits together.
      async check(tx) {
        await ctx.tradeLedger.lock(tx, wallets);
        await requireWithinLimits(ctx, { trade, wallets }, tx);
      },
    },
  );
  const transaction = stored ?? (await ctx.transactions.find(id));
  if (transaction === null) throw new AppError("action_under_way");
  if (isOfKind(transaction, "trade") && !isEnded(transaction.state))
    await runApproval(ctx, transaction);
  return describeEarlier(await runAndWait(ctx, { transaction, waitMs: TRADE_WAIT_MS }), request);
}

/** Sends the approval of a sale at once. Without it, the sale would wait for the job engine. */
async function runApproval(ctx: TransactionContext, sale: Transaction<"trade">): Promise<void> {
  if (sale.payload.approvalGas === null) return;
  const wanted = approvalOf(sale);
  const stored = await ctx.transactions.insert(wanted, { isRunHere: true });
  const approval = stored ?? (await ctx.transactions.find(wanted.id));
  if (approval === null) return;
  await runAndWait(ctx, { transaction: approval, waitMs: APPROVAL_WAIT_MS });
}

/** @throws AppError trade_limit, reauthentication_required */
async function requireWithinLimits(
  ctx: Pick<ServiceContext, "env" | "tradeLedger">,
  { trade, wallets }: { trade: NewTransaction<"trade">; wallets: readonly Address[] },
  tx?: Parameters<ServiceContext["tradeLedger"]["readTraded"]>[1],
): Promise<void> {
  const limits = limitsOf(ctx);
  const traded = await ctx.tradeLedger.readTraded({ wallets, chain: trade.chain }, tx);
  const { valueWei, isRecent, side } = trade.payload;
  const breach = findBreach({ valueWei, isRecent }, traded, limits);
  if (breach === null) return;
  throw breachError(breach, side, { limits, leftWei: leftToday(traded, limits) });
}

/** The operator's limits. */
export function limitsOf({ env }: Pick<ServiceContext, "env">): TradeLimits {
  return {
    tradeWei: env.ACCOUNT_TRADE_MAX_WEI,
    dayWei: env.ACCOUNT_TRADE_DAY_MAX_WEI,
    withoutSignInWei: env.ACCOUNT_TRADE_REAUTH_WEI,
  };
}

/** Why a sale can exceed a limit that is above its quote. */
const SALE_VALUE =
  ". A sale counts at what it would return from the median price of the last hour or day, if that is higher";

function breachError(
  breach: LimitBreach,
  side: Payloads["trade"]["side"],
  { limits, leftWei }: { limits: TradeLimits; leftWei: bigint },
): AppError {
  const saleValue = side === "sell" ? SALE_VALUE : "";
  if (breach === "sign_in") {
    const message = `Sign in again: without a recent sign-in you can trade ${formatWei(limits.withoutSignInWei)} ETH in 24 hours${saleValue}`;
    return new AppError("reauthentication_required", message);
  }
  const message =
    breach === "trade"
      ? `A trade with your account is limited to ${formatWei(limits.tradeWei)} ETH`
      : `Your account can trade ${formatWei(limits.dayWei)} ETH in 24 hours; ${formatWei(leftWei)} ETH are left`;
  return new AppError("trade_limit", `${message}${saleValue}`, { extras: { limit: breach } });
}

/** @throws AppError forbidden */
function findWallet(managed: readonly OwnWallet[], wanted: Address | null): OwnWallet {
  const found =
    wanted === null ? managed[0] : managed.find((one) => isAddressEqual(one.address, wanted));
  if (found !== undefined) return found;
  throw new AppError("forbidden", "This is not one of your managed wallets");
}

function ownerOf({ address, identity }: OwnWallet): Pick<Payloads["trade"], "identity" | "wallet"> {
  const { type, id } = identity;
  if (type === "wallet") throw new AppError("forbidden", "This is not one of your managed wallets");
  return { wallet: address, identity: { type, id } };
}
