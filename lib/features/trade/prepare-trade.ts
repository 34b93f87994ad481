import type { ServiceContext } from "@/lib/context";
import { CallRevertedError, type PayableCall } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { priceCalls } from "@/lib/features/budget/price-calls";
import { gasLimitFor, LATER_WORK_GAS, SALE_GAS_MAX } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireReferrer } from "@/lib/features/chains/require-destinations";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { sendCallsOf } from "@/lib/shared/chain/send-calls";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { allowanceCall, approvalCall } from "./rules/approvals";
import { deadlineSeconds } from "./rules/deadline";
import { encodeTrade, type TradeInput } from "./rules/encode-trade";
import { minimumReceived } from "./rules/figures";
import { meaningOfRevert, TRADE_PROBLEMS } from "./rules/problems";
import { listTradeSteps } from "./rules/trade-steps";
import type { PrepareTradeRequest, TradePrepared } from "./schema";

/**
 * Quotes a trade and returns its calls: the missing approvals of a sale, and the swap through the
 * Universal Router, which pays the sender.
 * @throws AppError invalid_body, token_not_found, rate_limited, dependency_unavailable
 */
export async function prepareTrade({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "chains" | "clock">;
  input: {
    chain: ChainSlug;
    request: PrepareTradeRequest;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<TradePrepared> {
  const chain = requireChain(ctx, input.chain);
  await input.limit("prepare");
  try {
    return await prepare(ctx, chain, input.request);
  } catch (cause) {
    if (cause instanceof CallRevertedError) throw refusedBy(cause);
    return rethrowChainError(cause);
  }
}

async function prepare(
  ctx: Pick<ServiceContext, "clock">,
  chain: LaunchChain,
  request: PrepareTradeRequest,
): Promise<TradePrepared> {
  const { from, side, tokenAddress: token, amountIn } = request;
  const referrer = request.referrer ?? undefined;
  const { contracts, chainId, sandbox, slug } = chain.deployment;
  const launchHook = await chain.findHook(token);
  if (launchHook === null) {
    throw new AppError("token_not_found", `${token} is not a token of this launchpad`);
  }
  await requireReferrer(chain, request.referrer);
  const [quote, seller, blockTime] = await Promise.all([
    chain.quoteTrade({ side, token, amountIn, referrer }, launchHook),
    side === "sell" ? chain.sellerOf(from, token) : null,
    chain.timestamp(),
  ]);
  if (seller !== null && seller.balance < amountIn) throw lacksTokens(seller.balance);
  const now = ctx.clock.now().getTime();
  const deadline = deadlineSeconds(request.deadlineMinutes, now, blockTime);
  const minimumOut = minimumReceived(quote.amountOut, request.slippageBps);
  const order = { side, token, amountIn, referrer };
  const trade: TradeInput = { ...order, minimumOut, deadlineSeconds: deadline };
  const plan = listTradeSteps({
    side,
    amountIn,
    deadlineSeconds: deadline,
    signs: false,
    allowances: seller?.allowances ?? null,
  });
  const { universalRouterVersion } = chain.deployment;
  const route = { ...contracts, launchHook, universalRouterVersion };
  const swap = payable(encodeTrade(trade, route));
  const approvals = plan.flatMap((step) => {
    if (step === "approve") return payable(approvalCall(token, contracts.permit2, amountIn));
    return step === "allow" ? payable(allowanceCall(trade, contracts)) : [];
  });
  const calls = [...approvals, swap];
  // A sale can only be simulated once its approvals exist.
  const gas =
    approvals.length > 0
      ? gasLimitFor(SALE_GAS_MAX, LATER_WORK_GAS)
      : (await chain.simulatePayable(from, swap, LATER_WORK_GAS)).gas;
  return {
    success: true,
    message: "Trade prepared: the wallet sends it",
    sendCalls: sendCallsOf({ chainId, from, calls }),
    sandbox,
    summary: summaryOf(request, minimumOut, CHAINS[slug].name),
    cost: await priceCalls(chain, { from, calls, gas }),
    quote: {
      expectedOut: quote.amountOut.toString(),
      minimumOut: minimumOut.toString(),
      feeBps: quote.feeBps,
      feeWei: quote.feeWei.toString(),
      priceImpactBps: quote.priceImpactBps,
    },
    expiresAt: Number(deadline),
  };
}

function payable({ value, ...call }: ReturnType<typeof encodeTrade>): PayableCall {
  return { ...call, valueWei: value };
}

function summaryOf(request: PrepareTradeRequest, minimumOut: bigint, chainName: string): string {
  const { from, side, tokenAddress, amountIn } = request;
  const [spent, received] =
    side === "buy"
      ? [`${formatWei(amountIn)} ETH`, `${formatWei(minimumOut)} tokens of ${tokenAddress}`]
      : [`${formatWei(amountIn)} tokens of ${tokenAddress}`, `${formatWei(minimumOut)} ETH`];
  return `${from} spends ${spent} and receives at least ${received}, on ${chainName}.`;
}

function lacksTokens(balance: bigint): AppError {
  const message = `must be at most ${balance}, the tokens of the sender`;
  const details = [{ path: "amountIn", message }];
  return new AppError("invalid_body", `amountIn: ${message}`, { details });
}

function refusedBy(cause: CallRevertedError): AppError {
  const code = meaningOfRevert(cause.errorName);
  const problem = code === null ? null : TRADE_PROBLEMS[code];
  const text = problem === null ? cause.message : `${problem.title}. ${problem.detail}`;
  return new AppError("invalid_body", text, { cause });
}
