"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { type TradingAccount, useAccount, useSignedIn } from "@/components/wallet/use-account";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import type { ChainSlug } from "@/lib/shared/chains";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { rememberUser } from "@/lib/web/account/signed-in";
import { OWN_ACCOUNT, tradingChoice } from "@/lib/web/trade/trading-choice";

/** An account that the visitor may trade with. */
export type TradingOption = Extract<TradingAccount, { status: "present" }>;

const none = () => null;
const SESSION_FRESH_MS = 60_000;

/**
 * The account that trades on a chain, and those that the visitor can choose from: managed wallets of
 * the signed-in user, and the connected wallet, or on sandbox chains the burner.
 */
export function useTradingAccount(chain: ChainSlug) {
  const facts = useChainConfig(chain);
  const local = useAccount(chain);
  const signedIn = useSignedIn();
  const chosen = useSyncExternalStore(tradingChoice.subscribe, tradingChoice.read, none);
  const isOn = facts?.accountTrading ?? false;
  const isNeeded = isOn && (signedIn !== null || chosen === OWN_ACCOUNT);
  const { data, isPending } = useQuery({
    ...ownAccountQuery(),
    enabled: isNeeded,
    staleTime: SESSION_FRESH_MS,
  });
  const user = isNeeded ? (data ?? null) : null;
  const managed = (user?.account.wallets ?? []).flatMap(({ address, managed: isManaged }) =>
    isManaged && isHexAddress(address)
      ? [{ status: "present" as const, kind: "managed" as const, address }]
      : [],
  );
  useFirstChoice(chosen === OWN_ACCOUNT ? user : null);
  const ownOptions: TradingOption[] = local.status === "present" ? [local] : [];
  // A burner is a developer's tool: it comes last.
  const options =
    local.status === "present" && local.kind === "wallet"
      ? [...ownOptions, ...managed]
      : [...managed, ...ownOptions];
  const picked =
    chosen === OWN_ACCOUNT ? managed[0] : options.find(({ address }) => address === chosen);
  const isLoading = isNeeded && isPending && picked === undefined;
  const account: TradingAccount = isLoading
    ? { status: "loading" }
    : (picked ?? options[0] ?? local);
  return {
    account,
    options,
    accountId: user?.account.id ?? null,
    /** Whether signing in would give the visitor an account to trade with. */
    canSignIn: isOn && user === null && !isLoading,
  };
}

/**
 * After a sign-in to trade: remembers the user, for other parts of the page, and the wallet. From then
 * on a sign-out in any tab ends it.
 */
function useFirstChoice(user: AccountAnswer | null): void {
  useEffect(() => {
    if (user === null) return;
    rememberUser(user);
    const wallet = user.account.wallets.find(({ managed }) => managed);
    tradingChoice.write(wallet?.address ?? null);
  }, [user]);
}
