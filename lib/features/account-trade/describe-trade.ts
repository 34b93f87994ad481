import { type Address, isAddressEqual } from "viem";
import { errorNameIn } from "@/lib/drivers/chain/chain-types";
import { WALLET_ACTION_STATES } from "@/lib/features/fees/wallet-action";
import {
  meaningOfRevert,
  TRADE_PROBLEMS,
  type TradeProblemCode,
} from "@/lib/features/trade/rules/problems";
import {
  isOfKind,
  type NewTransaction,
  type Transaction,
} from "@/lib/features/transactions/transaction";
import { AppError } from "@/lib/shared/errors";
import type { AccountTradeAnswer, AccountTradeRequest } from "./schema";

/** A stored trade, or the preview of one. */
type Described = NewTransaction<"trade"> & {
  state: AccountTradeAnswer["state"];
  amountOut?: bigint | null;
} & Partial<Pick<Transaction, "transactionHash" | "error">>;

/** A trade on the wire. */
export function describeTrade(trade: Described): AccountTradeAnswer {
  const { chain, payload, state, amountOut = null, transactionHash = null, error = null } = trade;
  return {
    success: true,
    state,
    chain,
    tokenAddress: payload.token,
    side: payload.side,
    wallet: payload.wallet,
    amountIn: `${payload.amountIn}`,
    expectedOut: `${payload.expectedOut}`,
    minAmountOut: `${payload.minimumOut}`,
    amountOut: amountOut === null ? null : `${amountOut}`,
    feeWei: `${payload.tradingFeeWei}`,
    networkFeeWei: `${payload.networkFeeWei}`,
    approves: payload.approvalGas !== null,
    deadline: Number(payload.deadline),
    transactionHash,
    problem: error === null ? null : problemOf(error, transactionHash !== null),
    error,
  };
}

/** The state of a stored trade. */
export function describeStored(trade: Transaction<"trade">): AccountTradeAnswer {
  const state = WALLET_ACTION_STATES[trade.state];
  return describeTrade({ ...trade, state, amountOut: trade.result?.amountOut ?? null });
}

/**
 * The state of the trade with the same `requestId`.
 * @throws AppError idempotency_key_reused if its terms differ
 */
export function describeEarlier(
  trade: Transaction,
  request: AccountTradeRequest,
): AccountTradeAnswer {
  if (isOfKind(trade, "trade") && isSame(trade, request)) return describeStored(trade);
  throw new AppError("idempotency_key_reused", "requestId was used for another action");
}

function isSame({ chain, payload }: Transaction<"trade">, request: AccountTradeRequest): boolean {
  return (
    chain === request.chain &&
    isAddressEqual(payload.token, request.tokenAddress) &&
    payload.side === request.side &&
    payload.amountIn === request.amountIn &&
    payload.minimumOut === request.minAmountOut &&
    payload.deadline === BigInt(request.confirmed?.deadline ?? 0) &&
    isSameOrDefault(payload.wallet, request.wallet) &&
    (payload.referrer ?? null) === (request.referrer ?? null)
  );
}

function isSameOrDefault(wallet: Address, wanted: Address | null | undefined): boolean {
  return !wanted || isAddressEqual(wallet, wanted);
}

/** The problem in a failed trade's text: the text starts with it, or names a contract error. */
function problemOf(error: string, isMined: boolean): TradeProblemCode {
  const [first = ""] = error.split(":");
  const known = Object.keys(TRADE_PROBLEMS).find(
    (code): code is TradeProblemCode => code === first,
  );
  if (known !== undefined) return known;
  return meaningOfRevert(errorNameIn(error)) ?? (isMined ? "reverted" : "refused");
}
