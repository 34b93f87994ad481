"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  explainAmount,
  parseAmount,
  payableWei,
  spendableWei,
} from "@/lib/features/trade/rules/amounts";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { impactLevel, minimumReceived } from "@/lib/features/trade/rules/figures";
import { type Slippage, slippageBps } from "@/lib/features/trade/rules/slippage";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { decimalMark } from "@/lib/web/format/format-decimal";
import { chainIn, configQuery } from "@/lib/web/queries";
import { nextAction } from "@/lib/web/trade/run/next-action";
import { balancesQuery, gasPriceQuery } from "@/lib/web/trade/trade-queries";
import { accountStatus } from "../../wallet/use-account";
import { useTradingAccount } from "../account/use-trading-account";
import { usePriceFloor } from "./use-price-floor";
import { useQuote } from "./use-quote";

/** How often the ETH/USD rate is read again. */
const RATE_INTERVAL_MS = 60_000;

type OrderOptions = {
  chain: ChainSlug;
  tokenAddress: `0x${string}`;
  symbol: string;
  side: TradeSide;
  text: string;
  slippage: Slippage;
  /** A trade runs or is undecided; the quote is frozen. */
  isBusy: boolean;
};

export type Order = ReturnType<typeof useOrder>;

/** The quote of the typed amount, and the action of the button. */
export function useOrder({
  chain,
  tokenAddress,
  symbol,
  side,
  text,
  slippage,
  isBusy,
}: OrderOptions) {
  const { data: config } = useQuery({ ...configQuery(), refetchInterval: RATE_INTERVAL_MS });
  const facts = chainIn(config, chain);
  const { account, options, accountId, canSignIn } = useTradingAccount(chain);
  const address = account.status === "present" ? account.address : null;
  const managed = account.status === "present" && account.kind === "managed";
  const funding = { chain, tokenAddress, side, address, managed };
  const { available, spendable, payable } = useFunds(funding);

  const mark = decimalMark();
  const parsed = parseAmount(text, mark);
  const amountIn = parsed ?? (explainAmount(text, mark) === null ? null : "invalid");
  const isTooMuch = parsed !== null && payable !== null && parsed > payable;

  const quoteRun = useQuote({
    chain,
    facts,
    side,
    token: tokenAddress,
    amountIn: parsed,
    paused: isBusy,
  });
  const { quote, problem, dataUpdatedAt } = quoteRun;
  const level = impactLevel(quote?.priceImpactBps ?? 0);
  const allowedBps = slippageBps(slippage, quote?.priceImpactBps ?? 0);
  const allowed = quote && {
    amountOut: quote.amountOut,
    minimumOut: minimumReceived(quote.amountOut, allowedBps),
  };
  const floor = usePriceFloor(
    parsed === null ? null : `${side} ${parsed} ${slippage}`,
    quoteRun.state === "fresh" ? allowed : null,
  );
  const state = floor.isWorse ? "worse" : quoteRun.state;
  const minimumOut = floor.minimumOut ?? allowed?.minimumOut ?? null;
  const renew = () => {
    floor.accept();
    quoteRun.renew();
  };

  // The confirmation applies to one amount; another amount requires a new one.
  const [acceptedFor, setAcceptedFor] = useState<string | null>(null);
  const impactAccepted = acceptedFor === text;

  const action = nextAction({
    side,
    symbol,
    account: accountStatus(account),
    sandbox: facts?.sandbox ?? false,
    canSignIn,
    managed,
    chainName: CHAINS[chain].name,
    amountIn,
    available: payable,
    quote: state,
    impact: level,
    impactAccepted,
  });
  const shownQuote = state === "none" || state === "failed" ? null : quote;
  const ethUsd = facts?.ethUsd?.value ?? null;
  const quoted = { quote, state, problem, dataUpdatedAt, level, allowedBps, minimumOut };
  const prices = { renew, accept: floor.accept };
  const funds = { account, options, accountId, canSignIn, address, managed };
  return {
    config,
    facts,
    ethUsd,
    parsed,
    shownQuote,
    ...quoted,
    ...prices,
    ...funds,
    available,
    spendable,
    isTooMuch,
    impactAccepted,
    acceptImpact: (accepted: boolean) => setAcceptedFor(accepted ? text : null),
    action,
    chain,
    isBusy,
  };
}

/**
 * The account's balance of the spent currency; null while unknown. Gas is paid from the same ETH:
 * `spendable` is what Max fills in, `payable` the most that the balance pays for.
 */
function useFunds({
  chain,
  tokenAddress,
  side,
  address,
  managed,
}: Pick<OrderOptions, "chain" | "tokenAddress" | "side"> & {
  address: `0x${string}` | null;
  managed: boolean;
}) {
  const balances = useQuery({
    ...balancesQuery(chain, address ?? tokenAddress, tokenAddress),
    enabled: address !== null,
  });
  const gasPrice = useQuery({ ...gasPriceQuery(chain), enabled: address !== null });
  const held = side === "buy" ? balances.data?.ethWei : balances.data?.tokens;
  const available = address === null || held === undefined ? null : held;
  const left = (part: typeof spendableWei) => {
    if (available === null || side === "sell") return available;
    return gasPrice.data === undefined ? null : part(available, gasPrice.data, managed);
  };
  return { available, spendable: left(spendableWei), payable: left(payableWei) };
}
