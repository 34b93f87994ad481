import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { gasLimitFor, LATER_WORK_GAS, SALE_GAS_MAX } from "@/lib/features/budget/rules/gas-limit";
import { readChainTime } from "@/lib/features/chains/read-chain-time";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireReferrer } from "@/lib/features/chains/require-destinations";
import { confirmedFee, quoteGas } from "@/lib/features/fees/quote-transfer";
import { DAY } from "@/lib/features/market/rules/day-window";
import { approvalCall } from "@/lib/features/trade/rules/approvals";
import { DEADLINE_MINUTES, deadlineSeconds } from "@/lib/features/trade/rules/deadline";
import { encodeTrade } from "@/lib/features/trade/rules/encode-trade";
import {
  meaningOfRevert,
  TRADE_PROBLEMS,
  type TradeProblemCode,
} from "@/lib/features/trade/rules/problems";
import type { Payloads } from "@/lib/features/transactions/transaction";
import type { OwnWallet } from "@/lib/features/users/require-account";
import { larger } from "@/lib/shared/bigint-min-max";
import { CHAINS } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { isTradingOn } from "./rules/is-trading-on";
import { lowestMinimum } from "./rules/minimum-out";
import { REFERENCE_CANDLE, referenceWei } from "./rules/reference-value";
import type { AccountTradeRequest } from "./schema";

/** Above the length of a signed permit and of an approval, for the data fee of a rollup. */
const SALE_EXTRA_BYTES = 1_024;

/** Everything about a trade except its user. */
export type TradePlan = Omit<Payloads["trade"], "identity" | "wallet">;

type Context = Pick<ServiceContext, "chains" | "clock" | "decisions" | "env" | "market">;

/**
 * Quotes a trade of a managed wallet and checks everything except the limits of its user. Signs and
 * stores nothing.
 * @param trade.isRecent whether the user signed in recently
 * @throws AppError unsupported_chain, unsupported_operation, content_removed, token_not_found,
 *   trade_refused, insufficient_funds, invalid_body, reauthentication_required (the value is unknown)
 */
export async function planTrade(
  ctx: Context,
  {
    wallet,
    request,
    isRecent,
  }: { wallet: OwnWallet; request: AccountTradeRequest; isRecent: boolean },
): Promise<TradePlan> {
  const chain = requireTradingChain(ctx, request);
  const { side, tokenAddress: token, amountIn, minAmountOut: minimumOut } = request;
  const referrer = request.referrer ?? null;
  const launchHook = await chain.findHook(token);
  if (launchHook === null) {
    throw new AppError("token_not_found", `${token} is not a token of this launchpad`);
  }
  await requireReferrer(chain, referrer);
  await requireShown(ctx, chain, request);
  const order = { side, token, amountIn, referrer: referrer ?? undefined };
  const quote = await chain.quoteTrade(order, launchHook);
  if (quote.amountOut < minimumOut) throw refused("price_moved");
  // The page raises the minimum by the quote of a preview, which must not be refused for it.
  if (request.confirmed !== null) requireMinimum(minimumOut, quote.amountOut);
  const deadline = await deadlineOf(ctx, chain, request);
  const terms = { ...order, minimumOut, deadlineSeconds: deadline };
  const { contracts, universalRouterVersion } = chain.deployment;
  const { value, ...call } = encodeTrade(terms, {
    ...contracts,
    launchHook,
    universalRouterVersion,
  });
  const swap = { ...call, valueWei: value };
  const cost = await priceTrade(chain, { wallet: wallet.address, request, swap });
  const { amountOut } = quote;
  const valueWei =
    side === "buy"
      ? amountIn
      : await valueSale(ctx, chain, { token, amountIn, amountOut, isRecent });
  return {
    side,
    token,
    amountIn,
    minimumOut,
    deadline,
    referrer,
    expectedOut: amountOut,
    tradingFeeWei: quote.feeWei,
    valueWei,
    isRecent,
    ...cost,
  };
}

/**
 * Values a sale for the limits, in wei: at least at a price that one trade cannot move.
 * Otherwise somebody could push the price down, sell all tokens of a stolen session below the limits, and
 * buy them back.
 * @throws AppError reauthentication_required if the index does not know the token and no sign-in is recent
 */
async function valueSale(
  ctx: Pick<ServiceContext, "clock" | "market">,
  chain: LaunchChain,
  sale: { token: Address; amountIn: bigint; amountOut: bigint; isRecent: boolean },
): Promise<bigint> {
  const { token, amountIn, amountOut, isRecent } = sale;
  const now = Number(await readChainTime(ctx, chain));
  const page = await ctx.market.listCandles({
    chainId: chain.deployment.chainId,
    address: token,
    stored: REFERENCE_CANDLE,
    seconds: REFERENCE_CANDLE,
    from: now - DAY,
    to: now + 1,
    limit: DAY / REFERENCE_CANDLE + 1,
  });
  if (page !== null) return larger(amountOut, referenceWei(page, { amountIn, now }));
  if (isRecent) return amountOut;
  const message = "Sign in again: the earlier price of this token is not known yet";
  throw new AppError("reauthentication_required", message);
}

/** The problem that a pool's revert means. */
function refusedBy(cause: CallRevertedError): AppError {
  return refused(meaningOfRevert(cause.errorName) ?? "refused", cause);
}

function refused(problem: TradeProblemCode, cause?: unknown): AppError {
  const { title, detail } = TRADE_PROBLEMS[problem];
  return new AppError("trade_refused", `${title}. ${detail}`, { cause, extras: { problem } });
}

/** @throws AppError unsupported_chain, unsupported_operation */
function requireTradingChain(ctx: Context, { chain }: AccountTradeRequest): LaunchChain {
  const found = requireChain(ctx, chain);
  if (isTradingOn(ctx.env, chain)) return found;
  const message = `Trading with your account is not available on ${CHAINS[chain].name}`;
  throw new AppError("unsupported_operation", message);
}

/** A hidden token can be sold: its holders must not lose what they have. */
async function requireShown(
  ctx: Pick<ServiceContext, "decisions">,
  chain: LaunchChain,
  { side, tokenAddress }: AccountTradeRequest,
): Promise<void> {
  await ctx.decisions.ready();
  const isHidden = ctx.decisions.isHidden(chain.deployment.chainId, tokenAddress);
  if (side === "buy" && isHidden) {
    const message = "The operator has hidden this token. You can sell it, but not buy it here";
    throw new AppError("content_removed", message);
  }
}

function requireMinimum(minimumOut: bigint, quotedOut: bigint): void {
  const lowest = lowestMinimum(quotedOut);
  if (minimumOut >= lowest) return;
  const message = `must be at least ${lowest}, half of the current quote`;
  throw invalid("minAmountOut", message);
}

async function deadlineOf(
  ctx: Pick<ServiceContext, "clock">,
  chain: LaunchChain,
  { deadlineMinutes, confirmed }: AccountTradeRequest,
): Promise<bigint> {
  const nowMs = ctx.clock.now().getTime();
  const blockTime = await chain.timestamp();
  if (confirmed === null) return deadlineSeconds(deadlineMinutes, nowMs, blockTime);
  const deadline = BigInt(confirmed.deadline);
  if (deadline <= deadlineSeconds(0, nowMs, blockTime)) throw refused("expired");
  if (deadline <= deadlineSeconds(DEADLINE_MINUTES.max, nowMs, blockTime)) return deadline;
  throw invalid("deadline", `must be within ${DEADLINE_MINUTES.max} minutes`);
}

/**
 * Gas limits and fees of a trade and its approval.
 * @throws AppError insufficient_funds, invalid_body (the gas fee has risen)
 */
async function priceTrade(
  chain: LaunchChain,
  {
    wallet,
    request,
    swap,
  }: {
    wallet: Address;
    request: AccountTradeRequest;
    swap: Parameters<LaunchChain["simulatePayable"]>[1];
  },
) {
  const { side, tokenAddress: token, amountIn } = request;
  const seller = side === "sell" ? await chain.sellerOf(wallet, token) : null;
  if (seller !== null && seller.balance < amountIn) {
    throw new AppError("insufficient_funds", "The wallet has fewer tokens than you sell", {
      extras: { problem: "insufficient_tokens" },
    });
  }
  const needsApproval = seller !== null && seller.allowances.permit2 < amountIn;
  const approval = approvalCall(token, chain.deployment.contracts.permit2, amountIn);
  const padding = seller === null ? 0 : SALE_EXTRA_BYTES;
  const sent = { ...swap, data: `${swap.data}${"ff".repeat(padding)}` as const };
  const [gas, approvalGas, fees, dataFeeWei, balanceWei] = await Promise.all([
    // A sale can only be simulated once its permit is signed.
    seller === null
      ? chain.simulatePayable(wallet, swap, LATER_WORK_GAS).then((simulated) => simulated.gas)
      : gasLimitFor(SALE_GAS_MAX, LATER_WORK_GAS),
    needsApproval
      ? chain
          .simulatePayable(wallet, { to: approval.to, data: approval.data, valueWei: 0n })
          .then((simulated) => simulated.gas)
      : null,
    chain.estimateFees(),
    chain.estimateDataFeeWei([sent]),
    chain.balanceOf(wallet),
  ]);
  const quote = quoteGas({
    gas: gas + (approvalGas ?? 0n),
    fees,
    dataFeeWei,
    confirmed: confirmedFee("networkFeeWei", request.confirmed?.networkFeeWei),
  });
  const { maxFeePerGas, maxPriorityFeePerGas, feeWei: networkFeeWei } = quote;
  requireEther(balanceWei, swap.valueWei, networkFeeWei);
  return { gas, approvalGas, maxFeePerGas, maxPriorityFeePerGas, networkFeeWei };
}

function requireEther(balanceWei: bigint, valueWei: bigint, networkFeeWei: bigint): void {
  if (balanceWei >= valueWei + networkFeeWei) return;
  const needs = `${formatWei(valueWei + networkFeeWei)} ETH with gas`;
  throw new AppError(
    "insufficient_funds",
    `The wallet has ${formatWei(balanceWei)} ETH; this trade needs up to ${needs}`,
    { extras: { problem: "insufficient_eth" } },
  );
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_body", `${path}: ${message}`, { details: [{ path, message }] });
}

/** @throws AppError trade_refused for a revert, the error itself otherwise */
export function orRefused(cause: unknown): never {
  if (cause instanceof CallRevertedError) throw refusedBy(cause);
  throw cause;
}
