import type { ServiceContext } from "@/lib/context";
import { findWalletAction } from "@/lib/features/fees/wallet-action";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { requireAccount, walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { requireChain } from "../chains/require-chain";
import { describeStored } from "./describe-trade";
import { isTradingOn } from "./rules/is-trading-on";
import { leftToday } from "./rules/trade-limits";
import type { AccountTradeAnswer, TradeLimitsAnswer } from "./schema";
import { limitsOf } from "./trade-with-account";

/**
 * The state of a trade of the user.
 * @throws AppError not_signed_in, not_found
 */
export async function getAccountTrade({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "transactions" | "wallets">;
  input: { session: Session; requestId: string };
}): Promise<AccountTradeAnswer> {
  const account = await requireAccount(ctx, input.session);
  const trade = await findWalletAction(ctx, account, input.requestId);
  if (trade !== null && isOfKind(trade, "trade")) return describeStored(trade);
  throw new AppError("not_found", "You have no trade with this requestId");
}

/**
 * The limits of the user's trades with managed wallets on the network of a chain.
 * @throws AppError not_signed_in, unsupported_chain
 */
export async function getTradeLimits({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "accounts" | "chains" | "env" | "tradeLedger" | "wallets">;
  input: { session: Session; chain: ChainSlug };
}): Promise<TradeLimitsAnswer> {
  const account = await requireAccount(ctx, input.session);
  requireChain(ctx, input.chain);
  const managed = (await walletsOf(ctx, account)).filter((wallet) => wallet.managed);
  const wallets = managed.map(({ address }) => address);
  const limits = limitsOf(ctx);
  const traded = await ctx.tradeLedger.readTraded({ wallets, chain: input.chain });
  return {
    success: true,
    enabled: isTradingOn(ctx.env, input.chain),
    perTrade: formatWei(limits.tradeWei),
    perDay: formatWei(limits.dayWei),
    leftToday: formatWei(leftToday(traded, limits)),
    withoutSignIn: formatWei(limits.withoutSignInWei),
  };
}
