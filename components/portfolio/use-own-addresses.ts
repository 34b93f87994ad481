"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccount, useSignedIn } from "@/components/wallet/use-account";
import type { ChainSlug } from "@/lib/shared/chains";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";

/** An address of the reader. `managed`: this service holds its key. */
export type OwnAddress = { address: string; kind: "burner" | "wallet" | "managed" };

/**
 * The signed-in user's account. Sends no request without a user in this browser: there is no
 * session.
 */
export function useOwnAccount() {
  const user = useSignedIn();
  return useQuery({ ...ownAccountQuery(), enabled: user !== null, staleTime: 60_000 });
}

/** The connected wallet or burner of a chain, then the wallets of the signed-in user. */
export function useOwnAddresses(chain: ChainSlug): OwnAddress[] {
  const account = useAccount(chain);
  const { data } = useOwnAccount();
  const own: OwnAddress[] =
    account.status === "present" ? [{ address: account.address, kind: account.kind }] : [];
  for (const { address, managed } of data?.account.wallets ?? []) {
    if (own.some((one) => one.address === address)) continue;
    own.push({ address, kind: managed ? "managed" : "wallet" });
  }
  return own;
}
